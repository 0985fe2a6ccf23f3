import { invalidEvent } from '../ical/event-fields.ts';
import { type EventTime, momentOf, originalOf } from '../ical/event-time.ts';
import type { CalendarObject, EventPart } from '../ical/read-object.ts';
import type { SourceEdits } from '../ical/source-edits.ts';
import { writeTime } from '../ical/write-lines.ts';
import { type FoundOccurrence, findOccurrence, originalIn } from '../occurrences/occurrences-of.ts';

export function timeAt(time: EventTime, moment: number): EventTime {
  return { ...time, wall: time.zone.wallOf(moment) };
}

export function occurrenceOf(object: CalendarObject, original: string): FoundOccurrence {
  const found = findOccurrence(object, original);
  if (!found) throw invalidEvent('original', 'The series has no such occurrence');
  return found;
}

/** Whether a single one is when its series has it, and as long by the clock, as occurrences are. */
export function isAtItsPlace({ start, end, original }: EventPart, main: EventPart): boolean {
  const isThen =
    original !== null && start.kind === main.start.kind && momentOf(start) === momentOf(original);
  return isThen && end.wall - start.wall === main.end.wall - main.start.wall;
}

/** When an occurrence would have been, as the series has it. */
export function placeInSeries(object: CalendarObject, original: string): number {
  const found = occurrenceOf(object, original);
  return found.part.original ? momentOf(found.part.original) : found.at;
}

/** The changed single ones whose place in the series is meant. */
export function singlesOf(
  object: CalendarObject,
  isMeant: (original: string, moment: number) => boolean,
): EventPart[] {
  return object.changed.filter((one) => {
    if (!one.original) return false;
    const moment = momentOf(one.original);
    return isMeant(originalOf(object.main?.start.kind ?? one.original.kind, moment), moment);
  });
}

/** Takes times out of the lines of a series that name some (EXDATE, RDATE); a line that loses none keeps its bytes. */
export function keepTimes(
  edits: SourceEdits,
  object: CalendarObject,
  names: string[],
  isKept: (moment: number) => boolean,
): void {
  const { main, lineBreak } = object;
  if (!main) return;
  for (const line of main.part.lines.filter(({ name }) => names.includes(name))) {
    const times = originalIn(object, line);
    const kept = times.filter(isKept);
    if (kept.length === times.length) continue;
    const written = kept.map((moment) => writeTime(line.name, timeAt(main.start, moment), lineBreak));
    edits.replace(line, Buffer.concat(written));
  }
}
