import { RemindersOfRooms } from '../../features/calendar/reminders/reminders.tsx';
import { Announcements } from '../../features/notices/announcements.tsx';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { nothing } from './nothing.ts';
import { useInvitationCards } from './use-invitation-cards.ts';
import { useResumeUnsent } from './use-resume-unsent.ts';

/** What every room has and no first screen needs. */
export function LastParts() {
  useResumeUnsent();
  useInvitationCards();
  return (
    <>
      <Announcements />
      <FaultBoundary where="reminders" instead={nothing}>
        <RemindersOfRooms />
      </FaultBoundary>
    </>
  );
}
