import { isDeepStrictEqual } from 'node:util';
import { TEXTS } from '../ical/edit-part.ts';
import { reminderOf } from '../ical/event-fields.ts';
import { momentOf } from '../ical/event-time.ts';
import { LUNAR_PROPERTY } from '../ical/lunar-lines.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { type FoundOccurrence, findOccurrence } from '../occurrences/occurrences-of.ts';
import { saysTheSame } from './follow-series.ts';
import { singlesOf } from './series-parts.ts';

/** Lines of a series alone, those by which versions are told apart, and those that are compared by what they mean. */
const NOT_COMPARED = new Set<string>([
  ...['RRULE', 'RDATE', 'EXDATE', 'EXRULE', LUNAR_PROPERTY, 'RECURRENCE-ID'],
  ...['DTSTAMP', 'LAST-MODIFIED', 'CREATED', 'SEQUENCE'],
  ...['DTSTART', 'DTEND', 'DURATION', 'CLASS', 'TRANSP', ...Object.values(TEXTS)],
]);

/**
 * CL-370: a single one that says what its series says there is none: it goes on with the series. One that others know of
 * (`told`: the text that they have) stays, as they would take the series for another.
 */
export function rejoinOne(source: Buffer, original: string, told: Buffer | null): Buffer {
  const object = readObject(source);
  const single = singleAt(object, original);
  if (!object.main || !single || (told && singleAt(readObject(told), original))) return source;
  const edits = createSourceEdits(object);
  edits.removePart(single.part);
  const rejoined = edits.apply();
  const series = readObject(rejoined);
  const found = findOccurrence(series, original);
  const isSame =
    found !== undefined &&
    isAtItsTime(single, found) &&
    single.isPrivate === found.part.isPrivate &&
    saysTheSame(single, found.part) &&
    isDeepStrictEqual(compared(source, single.part), compared(rejoined, found.part.part));
  return isSame ? rejoined : source;
}

function singleAt(object: CalendarObject, original: string): EventPart | undefined {
  return singlesOf(object, (other) => other === original)[0];
}

function isAtItsTime(
  { start, end, isCancelled }: EventPart,
  { at, until, kind, part }: FoundOccurrence,
): boolean {
  const isThen = momentOf(start) === at && momentOf(end) === until;
  return !isCancelled && isThen && start.kind === kind && start.zone.name === part.start.zone.name;
}

/** The other lines of a part, and the parts within it that are no reminders of its person, in any order. */
function compared(source: Buffer, { lines, parts }: Part): string[] {
  const others = parts.filter((alarm) => reminderOf(alarm) === null);
  return [
    ...lines.filter(({ name }) => !NOT_COMPARED.has(name)),
    ...others.map(({ begin, end }) => ({ start: begin.start, end: end.end })),
  ]
    .map(({ start, end }) =>
      source
        .toString('latin1', start, end)
        .replaceAll(/\r?\n[ \t]/g, '')
        .trim(),
    )
    .sort();
}
