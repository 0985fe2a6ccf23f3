import type { Invitation } from '@bocau/contract/invitations.ts';
import { DayAgenda } from '../events/day-agenda.tsx';

const HOUR = 3600;

/** CL-89: beside an invitation what else is on its day; not for what takes whole days, or has no known time. */
export function InvitationAgenda({ invitation }: { invitation: Invitation }) {
  const { start, end, event_id: id, title } = invitation;
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
