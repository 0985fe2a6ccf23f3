import { LIMITS } from '@bocau/contract/limits.ts';
import { tidy } from './decode-charset.ts';
import { storableTexts } from './storable-texts.ts';

/** Orders the invitations to the same event (RFC 5546, 2.1.5). */
export type CalendarMark = {
  uid: string;
  /** The occurrence of a series (RECURRENCE-ID); empty for the whole series. */
  recurrence: string;
  sequence: number;
  /** DTSTAMP as written, which sorts by time. */
  stamp: string;
  method: string;
  /** The address as written; absent when there is none, and in marks stored before this field existed. */
  organiser?: string;
  /** Who sends on behalf of the organiser (SENT-BY). */
  sentBy?: string;
};

/** As many as an event of a calendar has: what one asks others to, they read. */
export const CALENDAR_BYTES = LIMITS.eventBytes;
const LONGEST_UID = 255;
const LONGEST_ADDRESS = 320;
/** A colon inside quotes does not end the parameter: `;SENT-BY="mailto:a@b.vn"`. */
const PARAMETERS = '((?:;(?:"[^"\\r\\n]{0,500}"|[^":\\r\\n]){0,1000})?)';

export function isCalendar(name: string | null, contentType: string): boolean {
  return /^(text\/calendar|application\/ics)\b/i.test(contentType) || /\.ics$/i.test(name ?? '');
}

/**
 * The mark of the event that is shown of a calendar file, or null when it has too few or too many fields;
 * found by a scan of its lines.
 */
export function calendarMark(bytes: Uint8Array): CalendarMark | null {
  if (bytes.length > CALENDAR_BYTES) return null;
  const text = tidy(new TextDecoder().decode(bytes)).replaceAll(/\r?\n[ \t]/g, '');
  const lines = shownEvent(text);
  if (lines === null) return null;
  const uid = lineValue(lines, 'UID');
  if (uid === '' || uid.length > LONGEST_UID) return null;
  const [parameters, organiser] = findLine(lines, 'ORGANIZER');
  const [, sentBy = ''] = /;SENT-BY="?([^";:,]*:[^";:,]*)/i.exec(parameters) ?? [];
  const sequence = Number(lineValue(lines, 'SEQUENCE') || '0');
  return storableTexts({
    uid,
    recurrence: lineValue(lines, 'RECURRENCE-ID').slice(0, 32),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0,
    stamp: /^\d{8}T\d{6}Z?$/.exec(lineValue(lines, 'DTSTAMP'))?.[0] ?? '',
    method: lineValue(text.slice(0, text.search(EVENT_BEGIN)), 'METHOD')
      .toUpperCase()
      .slice(0, 32),
    ...mailtoAs('organiser', organiser),
    ...mailtoAs('sentBy', sentBy),
  });
}

const EVENT_BEGIN = /^BEGIN:VEVENT\s*$/im;
const EVENT_END = /^END:VEVENT\s*$/im;

/** The first event that is a whole series or a single event, as the card shows it; otherwise the first one. */
function shownEvent(text: string): string | null {
  let first: string | null = null;
  let rest = text;
  for (let begin = rest.search(EVENT_BEGIN); begin >= 0; begin = rest.search(EVENT_BEGIN)) {
    rest = rest.slice(begin);
    const end = rest.search(EVENT_END);
    const lines = end < 0 ? rest : rest.slice(0, end);
    if (lineValue(lines, 'RECURRENCE-ID') === '') return lines;
    first ??= lines;
    if (end < 0) break;
    rest = rest.slice(end);
  }
  return first;
}

/** Whether the first supersedes the second. */
export function isLater(one: CalendarMark, other: CalendarMark): boolean {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence;
  return one.stamp > other.stamp;
}

function lineValue(lines: string, name: string): string {
  return findLine(lines, name)[1];
}

/** The parameters and the value of the first line of this name. */
function findLine(lines: string, name: string): [string, string] {
  const found = new RegExp(`^${name}${PARAMETERS}:([^\\r\\n]{0,1000})`, 'im').exec(lines);
  return [found?.[1] ?? '', found?.[2]?.trim() ?? ''];
}

function mailtoAs<Name extends string>(name: Name, value: string): { [key in Name]?: string } {
  const [, address = ''] = /^mailto:(\S+@\S+)$/i.exec(value) ?? [];
  return address !== '' && address.length <= LONGEST_ADDRESS
    ? ({ [name]: address } as { [key in Name]?: string })
    : {};
}
