import { lineAt } from '../../platform/content-lines/content-lines.ts';
import type { Steps } from '../../platform/in-slices.ts';

/** A component of a calendar in a file, by its place there. */
export type FilePart = {
  name: string;
  source: Buffer;
  /** Of the file, from 1 on. */
  line: number;
  /** Its END is missing. */
  isBroken: boolean;
};

/** A VCALENDAR of a file. */
export type FileCalendar = {
  /** Its own properties, before its first component. */
  head: Buffer;
  parts: FilePart[];
};

/** These stand in a calendar alone, never in one another. */
const OUTERMOST: ReadonlySet<string> = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);
/** BEGIN and END are short. */
const LOOK_BYTES = 64;
/** About a millisecond. */
const BYTES_A_STEP = 64 * 1024;
const MARK = '\xef\xbb\xbf';
const MARK_BYTES = Buffer.from(MARK, 'latin1');

/**
 * The calendars of a file (RFC 5545, 3.4: there may be several) with their components. What breaks off ends where the
 * next one begins. At most one component more than `most`.
 */
export function* splitCalendars(bytes: Buffer, most: number): Steps<FileCalendar[]> {
  const calendars: FileCalendar[] = [];
  let headStart = -1;
  let open: { name: string; start: number; line: number } | null = null;
  let count = 0;
  let rest = BYTES_A_STEP;

  function calendar(end: number): FileCalendar {
    const head = headStart < 0 ? Buffer.alloc(0) : bytes.subarray(headStart, end);
    const last = calendars.at(-1);
    if (headStart < 0 && last) return last;
    headStart = -1;
    const begun = { head, parts: [] };
    calendars.push(begun);
    return begun;
  }

  function close(end: number, isBroken: boolean): void {
    if (!open) return;
    const { name, start, line } = open;
    calendars.at(-1)?.parts.push({ name, line, isBroken, source: bytes.subarray(start, end) });
    count += 1;
    open = null;
  }

  for (
    let at = bytes.subarray(0, MARK.length).equals(MARK_BYTES) ? MARK.length : 0, number = 1;
    at < bytes.length && count <= most;
    number += 1
  ) {
    if (at > rest) {
      yield;
      rest = at + BYTES_A_STEP;
    }
    const { start, stop, end } = lineAt(bytes, at);
    at = end;
    const mark = markAt(bytes, start, stop);
    if (mark === null) continue;
    const { word, name } = mark;
    const isOuter = name === 'VCALENDAR' || OUTERMOST.has(name);
    if (open && word === 'END' && name === open.name) close(end, false);
    else if (open && isOuter && (word === 'BEGIN' || name === 'VCALENDAR')) close(start, true);
    if (word === 'END' || open) continue;
    if (name === 'VCALENDAR') headStart = end;
    else {
      calendar(start);
      open = { name, start, line: number };
    }
  }
  close(bytes.length, true);
  if (headStart >= 0) calendar(bytes.length);
  return calendars;
}

function markAt(bytes: Buffer, start: number, stop: number): { word: 'BEGIN' | 'END'; name: string } | null {
  const first = bytes[start];
  // B, E and their small letters: most lines are something else.
  if (first !== 0x42 && first !== 0x62 && first !== 0x45 && first !== 0x65) return null;
  const text = bytes
    .toString('latin1', start, Math.min(stop, start + LOOK_BYTES))
    .trim()
    .toUpperCase();
  if (text.startsWith('BEGIN:')) return { word: 'BEGIN', name: text.slice(6).trim() };
  return text.startsWith('END:') ? { word: 'END', name: text.slice(4).trim() } : null;
}
