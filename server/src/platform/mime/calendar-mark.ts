/** By which a later invitation to the same event is known from an earlier one (RFC 5546, 2.1.5). */
export type CalendarMark = {
  uid: string;
  /** Which one of a series; empty for the whole of it. */
  recurrence: string;
  sequence: number;
  /** DTSTAMP as it is written, which sorts by time. */
  stamp: string;
  method: string;
  /** Addresses as they are written; left out where there is none, and in marks made before these were looked for. */
  organiser?: string;
  /** Who sends for the organiser (SENT-BY). */
  sentBy?: string;
};

export const CALENDAR_BYTES = 262_144;
const LONGEST_UID = 255;
const LONGEST_ADDRESS = 320;
/** In quotes a colon ends nothing: `;SENT-BY="mailto:a@b.vn"`. */
const PARAMETERS = '((?:;(?:"[^"\\r\\n]{0,500}"|[^":\\r\\n]){0,1000})?)';

export function isCalendar(name: string | null, contentType: string): boolean {
  return /^(text\/calendar|application\/ics)\b/i.test(contentType) || /\.ics$/i.test(name ?? '');
}

/** Of the event of a calendar file that is shown, or null where it says too little or too much; a look at its lines. */
export function calendarMark(bytes: Uint8Array): CalendarMark | null {
  if (bytes.length > CALENDAR_BYTES) return null;
  const text = new TextDecoder().decode(bytes).replaceAll(/\r?\n[ \t]/g, '');
  const lines = shownEvent(text);
  if (lines === null) return null;
  const uid = lineValue(lines, 'UID');
  if (uid === '' || uid.length > LONGEST_UID) return null;
  const [parameters, organiser] = findLine(lines, 'ORGANIZER');
  const [, sentBy = ''] = /;SENT-BY="?([^";:,]*:[^";:,]*)/i.exec(parameters) ?? [];
  const sequence = Number(lineValue(lines, 'SEQUENCE') || '0');
  return {
    uid,
    recurrence: lineValue(lines, 'RECURRENCE-ID').slice(0, 32),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0,
    stamp: /^\d{8}T\d{6}Z?$/.exec(lineValue(lines, 'DTSTAMP'))?.[0] ?? '',
    method: lineValue(text.slice(0, text.search(EVENT_BEGIN)), 'METHOD')
      .toUpperCase()
      .slice(0, 32),
    ...mailtoAs('organiser', organiser),
    ...mailtoAs('sentBy', sentBy),
  };
}

const EVENT_BEGIN = /^BEGIN:VEVENT\s*$/im;
const EVENT_END = /^END:VEVENT\s*$/im;

/** The first that is a whole series or a single event, as the card shows it; else the first of all. */
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

/** Whether the first replaces the second. */
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
