/** By which a later invitation to the same event is known from an earlier one (RFC 5546, 2.1.5). */
export type CalendarMark = {
  uid: string;
  /** Which one of a series; empty for the whole of it. */
  recurrence: string;
  sequence: number;
  /** DTSTAMP as it is written, which sorts by time. */
  stamp: string;
  method: string;
};

export const CALENDAR_BYTES = 262_144;
const LONGEST_UID = 255;

export function isCalendar(name: string | null, contentType: string): boolean {
  return /^(text\/calendar|application\/ics)\b/i.test(contentType) || /\.ics$/i.test(name ?? '');
}

/** Of the first event of a calendar file, or null where it says too little or too much; no more than a look at its lines. */
export function calendarMark(bytes: Uint8Array): CalendarMark | null {
  if (bytes.length > CALENDAR_BYTES) return null;
  const text = new TextDecoder().decode(bytes).replaceAll(/\r?\n[ \t]/g, '');
  const event = text.search(/^BEGIN:VEVENT\s*$/im);
  if (event < 0) return null;
  const end = text.slice(event).search(/^END:VEVENT\s*$/im);
  const lines = text.slice(event, end < 0 ? undefined : event + end);
  const uid = lineValue(lines, 'UID');
  if (uid === '' || uid.length > LONGEST_UID) return null;
  const sequence = Number(lineValue(lines, 'SEQUENCE') || '0');
  return {
    uid,
    recurrence: lineValue(lines, 'RECURRENCE-ID').slice(0, 32),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0,
    stamp: /^\d{8}T\d{6}Z?$/.exec(lineValue(lines, 'DTSTAMP'))?.[0] ?? '',
    method: lineValue(text.slice(0, event), 'METHOD').toUpperCase().slice(0, 32),
  };
}

/** Whether the first replaces the second. */
export function isLater(one: CalendarMark, other: CalendarMark): boolean {
  if (one.sequence !== other.sequence) return one.sequence > other.sequence;
  return one.stamp > other.stamp;
}

function lineValue(lines: string, name: string): string {
  const found = new RegExp(`^${name}(?:;[^:\\r\\n]{0,500})?:([^\\r\\n]{0,1000})`, 'im').exec(lines);
  return found?.[1]?.trim() ?? '';
}
