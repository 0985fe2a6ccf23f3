import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { recipientOf, textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';

/** CL-94: opens a message to everybody else of a meeting, with its title as the subject; null where nobody is. */
export function useWriteToGuests(event: CalendarEvent | null): (() => void) | null {
  const openMessage = useOpenMessage();
  const user = useSessionState((session) => session.user());
  if (!event || user?.enable_smtp !== 1) return null;
  const { organiser, attendees, fields } = event;
  // Rooms read no mail.
  const guests = attendees.filter(({ is_room }) => !is_room);
  const people = organiser ? [organiser, ...guests] : guests;
  const others = new Map(
    people
      .filter(({ email }) => email.toLowerCase() !== user.email.toLowerCase())
      .map((person) => [person.email.toLowerCase(), person]),
  );
  if (others.size === 0) return null;
  return () => {
    const to = [...others.values()].map((person) => textOfRecipient(recipientOf(person))).join(', ');
    void openMessage((compose) => compose.openNew({ to, subject: fields.title }));
  };
}
