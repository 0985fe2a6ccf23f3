import { OBJECT_BOUNDS } from '../ical/object-bounds.ts';
import { ObjectFault } from '../ical/object-fault.ts';
import { firstLine, textOf, wordOf } from '../ical/part-values.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import { type Part, type Scanned, scanObject } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';

/** An iTIP message of one event. Answers and cancellations need not say when it is (RFC 5546, 3.2.3 and 3.2.5). */
export type ReadMessage = {
  method: string;
  uid: string;
  scanned: Scanned;
  /** The series, or the single ones of it, that it is of. */
  parts: Part[];
};

/** The series, and single ones of it. */
const MOST_PARTS = OBJECT_BOUNDS.singles + 1;
const UID_LENGTH = 500;

/** Null for what is no message of one event. */
export function readMessage(bytes: Buffer): ReadMessage | null {
  try {
    const scanned = scanObject(bytes);
    const parts = scanned.calendar.parts.filter(({ name }) => name === 'VEVENT');
    const uids = new Set(parts.map((part) => textOf(part, 'UID', UID_LENGTH + 1)));
    const [uid = ''] = uids;
    if (uids.size !== 1 || uid === '' || uid.length > UID_LENGTH || parts.length > MOST_PARTS) return null;
    return { method: wordOf(scanned.calendar, 'METHOD'), uid, scanned, parts };
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}

/** A message as an object that can be kept: without its METHOD, and without the alarms of who wrote it. */
export function objectOf({ scanned }: ReadMessage): CalendarObject {
  const edits = createSourceEdits(scanned);
  edits.setLine(scanned.calendar, 'METHOD', null);
  for (const part of scanned.calendar.parts) {
    if (part.name === 'VEVENT') for (const inside of part.parts) edits.removePart(inside);
    else if (part.name !== 'VTIMEZONE') edits.removePart(part);
  }
  return readObject(edits.apply());
}

export function isOfWhole(part: Part): boolean {
  return firstLine(part, 'RECURRENCE-ID') === undefined;
}
