import type { Invitation } from '@bocau/contract/invitations.ts';
import { DayAgenda } from '../events/day-agenda.tsx';

const HOUR = 3600;

/** CL-89: beside an invitation what else is on its day; not for what takes whole days, or has no known time. */
export function InvitationAgenda({ invitation }: { invitation: Invitation }) {
  const { event_id: id, title, answered, waiting_dates: waiting } = invitation;
  // CL-336: who has answered the series is asked about the date that moved.
  const { start, end } = (answered && waiting?.dates[0]) || invitation;
  const { at } = start ?? {};
  if (at == null) return null;
  return (
    <DayAgenda
      at={at}
      until={end?.at ?? at + HOUR}
      // The event itself may have come into the calendar since the card was opened.
      isSame={(one) => one.event_id === id || (one.title === title && one.at === at)}
    />
  );
}
