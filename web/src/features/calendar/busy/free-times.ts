import type { BusyTime } from '@bocau/contract/calendar-busy.ts';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { clockOf, type Span, spanOf } from '../../../model/calendar/occurrence-times.ts';

const STEP_MS = 30 * 60_000;
const HOUR_MS = 3600_000;
/** Offices are open from eight to six, in milliseconds of a day. */
export const OPEN = { from: 8 * HOUR_MS, to: 18 * HOUR_MS };

/** Busy times where they stand on the person's wall on a day. */
export function spansOn(
  day: string,
  busy: readonly BusyTime[],
  zone: string,
): (Span & { tentative: boolean })[] {
  const [from, to] = [wallOfDay(day), wallOfDay(day) + DAY_MS];
  return busy
    .map(({ at, until, tentative }) => ({ ...spanOf({ kind: 'zoned', at, until }, zone), tentative }))
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end, tentative }) => ({
      start: Math.max(start, from),
      end: Math.min(end, to),
      tentative,
    }));
}

/** The hours of a span on a day; one that goes on into the night ends at 24:00. */
export function hoursOn(day: string, { start, end }: Span): { isWhole: boolean; from: string; to: string } {
  const [first, last] = [wallOfDay(day), wallOfDay(day) + DAY_MS];
  const [from, to] = [Math.max(start, first), Math.min(end, last)];
  return {
    isWhole: from === first && to === last,
    ...{ from: clockOf(from), to: to === last ? '24:00' : clockOf(to) },
  };
}

/** The spans of so many minutes on a day, within office hours and not before `now`, at which nobody is busy. */
export function freeTimes(day: string, taken: readonly Span[], minutes: number, now: number): Span[] {
  const length = minutes * 60_000;
  const start = wallOfDay(day);
  const found: Span[] = [];
  for (let at = start + OPEN.from; at + length <= start + OPEN.to; at += STEP_MS) {
    const isTaken = taken.some((span) => span.start < at + length && span.end > at);
    if (at >= now && !isTaken) found.push({ start: at, end: at + length });
  }
  return found;
}
