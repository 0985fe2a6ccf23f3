import { createHash } from 'node:crypto';
import type { MailAddress } from '@bocau/contract/fields.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import { filesOf } from '../../calendar/ical/attached-files.ts';
import { type EventTime, momentOf, readTimes } from '../../calendar/ical/event-time.ts';
import { guestsOf } from '../../calendar/ical/guests.ts';
import { firstLine, rawValue, textOf } from '../../calendar/ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../../calendar/ical/read-object.ts';
import { parseWall } from '../../calendar/ical/written-times.ts';
import type { OwedMessage } from '../../calendar/scheduling/owed-messages.ts';
import { partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import { readCalendar } from './read-calendar.ts';
import { repeatWords } from './repeat-words.ts';
import { answerWords, type Language } from './write-reply.ts';

export type MeetingMail = {
  message: OwedMessage;
  from: MailAddress;
  to: MailAddress[];
  language: Language;
  /** Of who sends it. */
  zone: string;
  /** Unix seconds. */
  now: number;
  messageId: string;
};

const WORDS = {
  vi: {
    invitation: 'Lời mời',
    update: 'Lời mời đã thay đổi',
    cancelled: 'Đã hủy',
    untitled: '(không có tiêu đề)',
    when: 'Thời gian',
    place: 'Địa điểm',
    organiser: 'Người tổ chức',
    guests: 'Khách mời',
    optional: 'không bắt buộc',
    link: 'Liên kết',
    files: 'Tệp đính kèm',
    one: 'Buổi đã thay đổi',
    handedOver: (by: string, to: string) => `${by} đã giao cuộc hẹn này cho ${to}. Hãy trả lời ${to}.`,
    repeats: 'Cuộc hẹn này lặp lại.',
    apart: 'Các buổi khác với lệ thường',
    moved: (from: string, to: string) => `${from}: chuyển sang ${to}`,
    without: 'Không họp',
    gone: 'Cuộc hẹn này đã bị hủy.',
    counter: 'Đề nghị giờ khác',
    counterBy: (who: string) => `${who} đề nghị một giờ khác.`,
    proposed: 'Giờ đề nghị',
    present: 'Giờ hiện tại',
    withdrawn: 'Rút lại đề nghị đổi giờ',
    withdrawnBy: (who: string) => `${who} rút lại giờ đã đề nghị. Cuộc hẹn giữ nguyên giờ.`,
    declined: 'Không đổi giờ',
    declinedText: 'Người tổ chức giữ nguyên giờ cũ, không đổi sang giờ bạn đã đề nghị.',
  },
  en: {
    invitation: 'Invitation',
    update: 'Updated invitation',
    cancelled: 'Cancelled',
    untitled: '(no title)',
    when: 'When',
    place: 'Where',
    organiser: 'Organiser',
    guests: 'Guests',
    optional: 'optional',
    link: 'Link',
    files: 'Attachments',
    one: 'Changed',
    handedOver: (by: string, to: string) => `${by} has handed this event to ${to}. Please answer ${to}.`,
    repeats: 'This event repeats.',
    apart: 'Apart from the rest',
    moved: (from: string, to: string) => `${from}: moved to ${to}`,
    without: 'Not on',
    gone: 'This event has been cancelled.',
    counter: 'New time proposed',
    counterBy: (who: string) => `${who} proposes another time.`,
    proposed: 'Proposed time',
    present: 'Current time',
    withdrawn: 'Proposed time withdrawn',
    withdrawnBy: (who: string) => `${who} withdraws the time they proposed. The event stays when it is.`,
    declined: 'Proposed time declined',
    declinedText: 'The organiser keeps the current time and declines the one you proposed.',
  },
} as const;

/** How times are told. */
type Telling = { language: Language; zone: string };

const GUESTS_TOLD = 50;
const APART_TOLD = 20;
const DESCRIPTION = 10_000;
const DAY = 24 * 3600;

/**
 * A message of a meeting as mail (RFC 6047): words for people, a part with its METHOD for programs that look into the
 * body, and the same as a file with a name for those that look at attachments.
 */
export function meetingMail(mail: MeetingMail): AsyncIterable<Uint8Array> {
  const { from, message, messageId, now, to } = mail;
  const { subject, text } = wordsOf(mail);
  const root = rootOf(message);
  return new MailComposer({
    from: { name: from.name, address: from.email },
    to: to.map(({ name, email }) => ({ name, address: email })),
    subject,
    messageId: `<${messageId}>`,
    ...{ inReplyTo: root, references: root },
    date: new Date(now * 1000),
    text,
    icalEvent: { method: message.method, filename: 'invite.ics', content: message.source },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .createReadStream();
}

/**
 * CL-233: the id of no message, which all of one meeting refer to: programs that know no calendars put them into one
 * conversation by it.
 */
function rootOf({ source }: OwedMessage): string {
  const uid = readObject(source).uid;
  return `<meeting-${createHash('sha256').update(uid).digest('hex').slice(0, 32)}@bocau.invalid>`;
}

function wordsOf({ from, language, message, now, zone }: MeetingMail): { subject: string; text: string } {
  const object = readObject(message.source);
  const one = message.about === null ? undefined : partsByPlace(object).get(message.about);
  const told = one ?? object.main ?? (object.changed[0] as EventPart);
  const words = WORDS[language];
  const telling = { language, zone };
  const title = told.title || words.untitled;
  if (message.method === 'REPLY')
    return answerWords(language, { who: from.name || from.email, title, message });
  if (message.withdraws) return withdrawnWords(words, telling, { told, title, from });
  if (message.method === 'COUNTER' || message.method === 'DECLINECOUNTER') {
    return proposalWords(words, telling, { told, title, from, isCounter: message.method === 'COUNTER' });
  }
  const isGone = message.method === 'CANCEL';
  const kind = isGone ? 'cancelled' : message.isUpdate ? 'update' : 'invitation';
  const when = whenWords(told, telling);
  const link = firstLine(told.part, 'URL');
  const mayStayAway = new Set(
    guestsOf(told.part).flatMap(({ email, isOptional }) => (isOptional ? [email] : [])),
  );
  const people = message.to
    .slice(0, GUESTS_TOLD)
    .map(({ name, email }) => `${name || email}${mayStayAway.has(email) ? ` (${words.optional})` : ''}`);
  const facts = [
    [words.one, one?.original ? dateOf(one.original, telling) : ''],
    [words.when, when],
    [words.place, told.place],
    [words.link, link ? rawValue(link) : ''],
    [words.organiser, from.name === '' ? from.email : `${from.name} <${from.email}>`],
    [words.guests, isGone ? '' : `${people.join(', ')}${message.to.length > people.length ? ' …' : ''}`],
  ].flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  const repeats = one || isGone ? [] : seriesWords(object, telling);
  const files = isGone ? [] : fileWords(told, language);
  const description = isGone ? '' : textOf(told.part, 'DESCRIPTION', DESCRIPTION);
  const by = message.handedOverBy;
  const said = by ? [words.handedOver(by.name || by.email, from.name || from.email)] : [];
  const text = [
    title,
    ...(isGone ? [words.gone] : said),
    '',
    ...facts,
    ...repeats,
    ...files,
    '',
    description,
  ].join('\n');
  const at = shortWhen(told, telling, now);
  return { subject: `${words[kind]}: ${title} (${at})`, text: `${text.trim()}\n` };
}

/** Where guests without a program for calendars open the files. */
function fileWords({ part }: EventPart, language: Language): string[] {
  const files = filesOf(part).map(({ name, url, size }) => {
    const bytes = size === null ? '' : ` (${sizeWords(size, language)})`;
    return `- ${name}${bytes}: ${url}`;
  });
  return files.length > 0 ? ['', `${WORDS[language].files}:`, ...files] : [];
}

function sizeWords(size: number, language: Language): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const step = size < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log(size) / Math.log(1024)));
  const format = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    ...{ style: 'unit', unit: steps[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 },
  });
  return format.format(size / 1024 ** step);
}

type Proposal = { told: EventPart; title: string; from: MailAddress; isCounter: boolean };

function proposalWords(
  words: (typeof WORDS)[Language],
  telling: Telling,
  { told, title, from, isCounter }: Proposal,
): { subject: string; text: string } {
  const [start, end] = ['START', 'END'].map((of) => {
    const line = firstLine(told.part, `X-MS-OLK-ORIGINAL${of}`);
    const moment = line && parseWall(rawValue(line))?.seconds;
    return moment === undefined ? null : { ...told.start, wall: told.start.zone.wallOf(moment) };
  });
  const facts = [
    [words.proposed, whenWords(told, telling)],
    [words.present, start && end ? whenWords({ ...told, start, end }, telling) : ''],
    [words.place, told.place],
  ].flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  const said = isCounter ? words.counterBy(from.name || from.email) : words.declinedText;
  const comment = textOf(told.part, 'COMMENT', DESCRIPTION);
  return {
    subject: `${isCounter ? words.counter : words.declined}: ${title}`,
    text: `${[title, said, '', ...facts, '', comment].join('\n').trim()}\n`,
  };
}

function withdrawnWords(
  words: (typeof WORDS)[Language],
  telling: Telling,
  { told, title, from }: Omit<Proposal, 'isCounter'>,
): { subject: string; text: string } {
  const when = `${words.when}: ${whenWords(told, telling)}`;
  const text = [title, words.withdrawnBy(from.name || from.email), '', when].join('\n');
  return { subject: `${words.withdrawn}: ${title}`, text: `${text}\n` };
}

/** How it repeats, and what of it is apart, as far as people read it. */
function seriesWords(object: CalendarObject, telling: Telling): string[] {
  const { language } = telling;
  const { main, changed, findZone } = object;
  const words = WORDS[language];
  if (!main?.part.lines.some(({ name }) => name === 'RRULE')) return [];
  const moved = changed
    .filter(({ original, start }) => original && momentOf(original) !== momentOf(start))
    .map((one) => `- ${words.moved(dateOf(one.original as EventTime, telling), whenWords(one, telling))}`);
  const left = main.part.lines
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((line) => readTimes(line, findZone))
    .map((time) => `- ${words.without}: ${dateOf(time, telling)}`);
  const apart = [...moved, ...left].slice(0, APART_TOLD);
  // By another clock it may be on other days than the rule names.
  const isByItsClock =
    main.start.kind !== 'zoned' || zoneOf(main.start, telling.zone) === main.start.zone.name;
  const repeats = isByItsClock ? readCalendar(object.source)?.repeats : null;
  const said = repeats ? repeatWords(repeats, language) : words.repeats;
  return [said, ...(apart.length > 0 ? ['', `${words.apart}:`, ...apart] : [])];
}

function dateOf(time: EventTime, { language, zone }: Telling): string {
  const timeZone = time.kind === 'zoned' ? zoneOf(time, zone) : 'UTC';
  const format = new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', {
    dateStyle: 'full',
    timeZone,
  });
  return format.format(new Date(momentOf(time) * 1000));
}

/** With the zone, where there is one: who reads it may be in another one. */
function whenWords({ start, end }: EventPart, { language, zone }: Telling): string {
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const timeZone = start.kind === 'zoned' ? zoneOf(start, zone) : 'UTC';
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  });
  const shown = (format: Intl.DateTimeFormat, time: EventTime, less = 0) =>
    format.format(new Date((momentOf(time) - less) * 1000));
  const first = shown(date, start);
  if (start.kind === 'day') {
    const last = shown(date, end, DAY);
    return last === first ? first : `${first} – ${last}`;
  }
  const where = start.kind === 'zoned' ? ` (${timeZone}, ${offsetOf(start, timeZone)})` : '';
  const last = shown(date, end);
  const until = last === first ? shown(clock, end) : `${last}, ${shown(clock, end)}`;
  return `${first}, ${shown(clock, start)} – ${until}${where}`;
}

/** CL-265: for a subject, of which phones show some thirty letters; the text says all of it. */
function shortWhen({ start, end }: EventPart, { language, zone }: Telling, now: number): string {
  const timeZone = start.kind === 'zoned' ? zoneOf(start, zone) : 'UTC';
  const year = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }).format(new Date(now * 1000));
  const first = shortDay(momentOf(start), { timeZone, language, year });
  if (start.kind === 'day') {
    const last = shortDay(momentOf(end) - DAY, { timeZone, language, year });
    return last === first ? first : `${first} – ${last}`;
  }
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const offset = start.kind === 'zoned' ? ` ${offsetOf(start, timeZone)}` : '';
  return `${first}, ${clock.format(new Date(momentOf(start) * 1000))}${offset}`;
}

/** With the year where it is another one. */
function shortDay(
  moment: number,
  { timeZone, language, year }: { timeZone: string; language: Language; year: string },
): string {
  const month = language === 'vi' ? 'numeric' : 'short';
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, year: 'numeric', timeZone });
  const parts = format.formatToParts(new Date(moment * 1000)).filter(({ type }) => type !== 'literal');
  const shown = parts.filter(({ type, value }) => type !== 'year' || value !== year);
  return shown.map(({ value }) => value).join(language === 'vi' ? '/' : ' ');
}

/**
 * CL-257: programs write times in UTC that people mean by their own clock, and a zone that a text describes itself has a
 * name of its own: these are told by the clock of who sends it.
 */
function zoneOf({ zone }: EventTime, own: string): string {
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: zone.name }).resolvedOptions().timeZone;
    return known === 'UTC' ? own : zone.name;
  } catch (error) {
    if (error instanceof RangeError) return own;
    throw error;
  }
}

function offsetOf(time: EventTime, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(momentOf(time) * 1000),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}
