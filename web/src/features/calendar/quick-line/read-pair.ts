import { fold } from '@bocau/contract/fold.ts';
import type { PartOfDay } from '../../../lib/part-of-day.ts';
import { plainClock, type ReadTime } from './read-clock.ts';
import { PART } from './read-day.ts';
import { BEHIND_DAY, isEnd, isOfHours, LONGEST, range, TO } from './read-range.ts';
import type { Line } from './read-spans.ts';

/** What else says that two numbers are hours: a part of the day, or a day. */
type Beside = { period: PartOfDay | null; isDay: boolean };

/** Days that are written like this: those of children, of the nation and their like. */
const FEASTS = /^(?:8-3|1-5|1-6|2-9)$/;
const [LAST_MONTH, NOON, EVENING] = [12, 12, 20];
/** Until when what begins before noon, or in the evening, goes on. */
const LATEST = 7;

/**
 * CL-410: `mai 9-10`, as hours. Beside no day and no part of it, it is that only where it can be no date: `9-10` may be
 * the ninth of October.
 */
export function readPair(line: Line, { period, isDay }: Beside): ReadTime | null {
  const hoursOf = ({ 1: from, 2: till }: RegExpMatchArray) =>
    range(plainClock(from, undefined, undefined), plainClock(till, undefined, undefined), period);
  const found = line.take(String.raw`(?:from |từ |lúc )?(\d{1,2})${TO}(\d{1,2})`, (match, around) => {
    const [from, till] = [Number(match[1]), Number(match[2])];
    const hours = hoursOf(match);
    if (!hours || !isOfHours(around)) return false;
    const isBehindDay = period !== null && BEHIND_DAY.test(fold(around.before)) && !PART.test(around.after);
    if (!isBehindDay && !isEnd({ ...around, written: '' })) return false;
    if (period) return hours.end - hours.start <= LONGEST;
    if (!isDay) return till > LAST_MONTH && from < till && /[-–—]/u.test(around.written);
    if (FEASTS.test(around.written) && !line.isEnglish) return false;
    if (from < till) return till > NOON || hours.end - hours.start <= LONGEST;
    return till > 0 && till <= LATEST && (from <= NOON ? from >= LATEST : from >= EVENING);
  });
  return found && hoursOf(found);
}
