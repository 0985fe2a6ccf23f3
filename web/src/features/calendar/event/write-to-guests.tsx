import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { recipientOf, textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';

/** CL-94: a message to everybody else of a meeting, with its title as the subject. */
export function WriteToGuests({ event, onOpen }: { event: CalendarEvent; onOpen(): void }) {
  const { t } = useTranslation();
  const openMessage = useOpenMessage();
  const user = useSessionState((session) => session.user());
  // Rooms read no mail.
  const guests = event.attendees.filter(({ is_room }) => !is_room);
  const people = event.organiser ? [event.organiser, ...guests] : guests;
  const others = new Map(
    people
      .filter(({ email }) => email.toLowerCase() !== user?.email.toLowerCase())
      .map((person) => [person.email.toLowerCase(), person]),
  );
  if (others.size === 0 || user?.enable_smtp !== 1) return null;

  function write(): void {
    onOpen();
    const to = [...others.values()].map((person) => textOfRecipient(recipientOf(person))).join(', ');
    void openMessage((compose) => compose.openNew({ to, subject: event.fields.title }));
  }

  return (
    <Button variant="default" leftSection={<IconMail size={16} />} onClick={write}>
      {t('calendar.event.write')}
    </Button>
  );
}
