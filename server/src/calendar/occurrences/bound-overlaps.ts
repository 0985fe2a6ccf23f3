import type { FoundOccurrence } from './occurrences-of.ts';

/** More of one event at one moment tell nobody anything, and would fill lists that others are in too. */
export const MOST_AT_ONCE = 5;
const MOST_A_DAY = 24;
const DAY = 24 * 3600;

type Time = Pick<FoundOccurrence, 'at' | 'until'>;

/**
 * Occurrences of one event without those that begin while as many as are shown are going on. The event takes the same time:
 * where all that are shown have ended, what was left out and lasts longer is there.
 */
export function boundOverlaps<One extends Time>(found: One[]): One[] {
  if (found.length <= MOST_AT_ONCE) return found;
  const kept = new Set<One>();
  let going: number[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let spare: One | null = null;
  const keep = (one: One) => {
    kept.add(one);
    end = Math.max(end, one.until);
  };
  for (const one of found.toSorted((a, b) => a.at - b.at || b.until - a.until)) {
    if (spare && end < Math.min(one.at, spare.until)) {
      keep(spare);
      going.push(spare.until);
    }
    if (spare && spare.until <= end) spare = null;
    going = going.filter((until) => until > one.at);
    if (going.length < MOST_AT_ONCE) {
      keep(one);
      // What has no length takes the place of one all the same.
      going.push(Math.max(one.until, one.at + 1));
    } else if (one.until > (spare?.until ?? end)) spare = one;
  }
  if (spare && end < spare.until) keep(spare);
  return found.filter((one) => kept.has(one));
}

/** Whether it lies over itself, or happens so often on a day, that it is hardly meant so. */
export function isCrowded(
  found: readonly Time[],
  bounded: readonly Time[] = boundOverlaps([...found]),
): boolean {
  if (bounded.length < found.length) return true;
  if (found.length <= MOST_A_DAY) return false;
  const begins = found.map(({ at }) => at).toSorted((a, b) => a - b);
  return begins.some((at, nth) => (begins[nth + MOST_A_DAY] ?? Number.POSITIVE_INFINITY) < at + DAY);
}
