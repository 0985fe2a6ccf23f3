import type { MessageForm } from './conversation-form.ts';
import { dateInZone, two } from './dates.ts';
import type { Contact, Turn } from './message.ts';

type Meeting = NonNullable<MessageForm['meeting']>;

/** An iCalendar object (RFC 5545) that asks to a meeting, some days after the message. */
export function invitation(
  meeting: Meeting,
  organizer: Contact,
  attendees: Contact[],
): NonNullable<Turn['calendar']> {
  return ({ at, uid }) => {
    const start = at + meeting.inDays * 86_400;
    return [
      'BEGIN:VCALENDAR',
      `PRODID:${meeting.program}`,
      'VERSION:2.0',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${icsTime(at)}`,
      `DTSTART:${icsTime(start)}`,
      `DTEND:${icsTime(start + meeting.minutes * 60)}`,
      `SUMMARY:${meeting.summary}`,
      `LOCATION:${meeting.place}`,
      `ORGANIZER;CN=${organizer.name}:mailto:${organizer.email}`,
      ...attendees.map(
        ({ email }) => `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${email}`,
      ),
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  };
}

function icsTime(at: number): string {
  const d = dateInZone(at, 0);
  return `${d.year}${two(d.month)}${two(d.day)}T${two(d.hour)}${two(d.minute)}00Z`;
}
