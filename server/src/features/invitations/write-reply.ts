import type { MailAddress } from '@bocau/contract/fields.ts';
import type { EventTime, InvitationAnswer } from '@bocau/contract/invitations.ts';
import ICAL from 'ical.js';
import MailComposer from 'nodemailer/lib/mail-composer';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { addDays } from './event-times.ts';
import type { ReadCalendar, ReadDate } from './read-calendar.ts';

export type Language = 'vi' | 'en';

export type Reply = {
  calendar: ReadCalendar;
  answer: InvitationAnswer;
  /** The invitee who answers. */
  from: MailAddress;
  organiser: MailAddress;
  language: Language;
  /** Unix seconds. */
  now: number;
  messageId: string;
  inReplyTo: string | null;
  references: string[];
};

/** With the series as many as a message is read with. */
const MOST_DATES = 99;

const SUBJECTS = {
  vi: { accepted: 'Đồng ý tham dự', tentative: 'Có thể tham dự', declined: 'Không tham dự' },
  en: { accepted: 'Accepted', tentative: 'Tentative', declined: 'Declined' },
} as const;
const TEXTS = {
  vi: {
    accepted: 'đã đồng ý tham dự',
    tentative: 'có thể sẽ tham dự',
    declined: 'không tham dự được',
  },
  en: { accepted: 'has accepted', tentative: 'may attend', declined: 'has declined' },
} as const;

/** Subject and text of an answer that is given in the calendar. */
export function answerWords(
  language: Language,
  { who, title, message }: { who: string; title: string; message: { source: Buffer } },
): { subject: string; text: string } {
  const [, given = 'ACCEPTED'] =
    /PARTSTAT=(ACCEPTED|TENTATIVE|DECLINED)/.exec(message.source.toString()) ?? [];
  const answer = given.toLowerCase() as InvitationAnswer;
  return {
    subject: `${SUBJECTS[language][answer]}: ${title}`,
    text: `${who} ${TEXTS[language][answer]}: ${title}\n`,
  };
}

/** The answer as mail: text for people, and a calendar part for their calendar (RFC 6047). */
export function replyMail(reply: Reply): AsyncIterable<Uint8Array> {
  const { answer, calendar, from, language, organiser } = reply;
  const title = calendar.title || (language === 'vi' ? '(không có tiêu đề)' : '(no title)');
  const text = `${from.name || from.email} ${TEXTS[language][answer]}: ${title}\n`;
  return new MailComposer({
    from: { name: from.name, address: from.email },
    to: { name: organiser.name, address: organiser.email },
    subject: `${SUBJECTS[language][answer]}: ${title}`,
    messageId: `<${reply.messageId}>`,
    date: new Date(reply.now * 1000),
    ...(reply.inReplyTo === null ? {} : { inReplyTo: `<${reply.inReplyTo}>` }),
    references: reply.references.map((id) => `<${id}>`),
    text,
    alternatives: [
      {
        contentType: 'text/calendar; charset=utf-8; method=REPLY',
        content: replyCalendar(reply),
        contentTransferEncoding: 'base64',
      },
    ],
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .createReadStream();
}

/**
 * METHOD:REPLY with the properties that RFC 5546 (3.2.3) requires. Times are in UTC, so that no zone has to
 * be described.
 */
function replyCalendar(reply: Reply): string {
  const { calendar, from } = reply;
  const { mark, writtenRule } = calendar;
  const root = new ICAL.Component('vcalendar');
  root.updatePropertyWithValue('prodid', '-//Bo Cau//Webmail//VI');
  root.updatePropertyWithValue('version', '2.0');
  root.updatePropertyWithValue('method', 'REPLY');
  root.addSubcomponent(replyPart(reply, { ...calendar, sequence: mark?.sequence ?? 0, writtenRule }));
  const me = foldAddress(from.email);
  const isNamed = calendar.invited.includes(me);
  // CL-336: the answer to a series says nothing of its dates that ask by themselves (RFC 5546, 3.2.3).
  const asking = calendar.dates.filter(({ invited }) => !isNamed || invited.includes(me));
  for (const date of asking.slice(0, MOST_DATES))
    root.addSubcomponent(replyPart(reply, { ...date, writtenRule: null }));
  return `${root.toString()}\r\n`;
}

type ReplyPart = Pick<ReadCalendar, 'end' | 'occurrence' | 'start' | 'writtenRule'> &
  Pick<ReadDate, 'sequence'>;

function replyPart({ answer, calendar, from, now, organiser }: Reply, part: ReplyPart): ICAL.Component {
  const { end, occurrence, sequence, start, writtenRule } = part;
  const { mark, title } = calendar;
  const event = new ICAL.Component('vevent');
  event.updatePropertyWithValue('uid', mark?.uid ?? '');
  event.updatePropertyWithValue('sequence', sequence);
  event.updatePropertyWithValue('dtstamp', moment(now));
  if (start) {
    addTime(event, 'dtstart', start);
    const last = end ?? start;
    // The last of whole days is told; iCalendar names the day after it.
    addTime(event, 'dtend', last.clock === null ? { ...last, day: addDays(last.day, 1) } : last);
  }
  if (writtenRule !== null) event.updatePropertyWithValue('rrule', ICAL.Recur.fromString(writtenRule));
  if (occurrence) addTime(event, 'recurrence-id', occurrence);
  if (title) event.updatePropertyWithValue('summary', title);
  const asker = event.addPropertyWithValue('organizer', `mailto:${organiser.email}`);
  if (organiser.name) asker.setParameter('cn', organiser.name);
  const attendee = event.addPropertyWithValue('attendee', `mailto:${from.email}`);
  attendee.setParameter('partstat', answer.toUpperCase());
  if (from.name) attendee.setParameter('cn', from.name);
  return event;
}

function addTime(event: ICAL.Component, name: string, { at, clock, day }: EventTime): void {
  if (clock === null) {
    event.updatePropertyWithValue(name, ICAL.Time.fromDateString(day)).setParameter('value', 'DATE');
  } else if (at !== null) event.updatePropertyWithValue(name, moment(at));
  else event.updatePropertyWithValue(name, ICAL.Time.fromDateTimeString(`${day}T${clock}:00`));
}

function moment(unixSeconds: number): ICAL.Time {
  return ICAL.Time.fromJSDate(new Date(unixSeconds * 1000), true);
}
