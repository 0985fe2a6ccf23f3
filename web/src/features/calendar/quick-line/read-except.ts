import type { Each, Every } from './read-interval.ts';
import type { Line } from './read-spans.ts';
import { ENGLISH_DAY, VIETNAMESE_DAY } from './read-weekday.ts';
import { ENGLISH_LIST, VIETNAMESE_LIST, weekdaysIn } from './read-weekday-list.ts';

const WEEKEND = 'cuối tuần|(?:the )?weekends?';
const IS_WEEKEND = /^(?:cu[ốo]i|the|weekend)/u;
const BUT = '(?:ngoại trừ|trừ|không kể|except(?: for| on)?|excluding|but not(?: on)?)';
/** Of what is each week `nghỉ chủ nhật` is the day itself. */
const OFF = '(?:nghỉ|off)(?: on)?';
const DAYS = `(?:(?:các )?ngày )?(${VIETNAMESE_LIST}|${VIETNAMESE_DAY}|${ENGLISH_LIST}|(?:${ENGLISH_DAY})|${WEEKEND})`;
const ALL: Partial<Record<Every, number[]>> = { day: [0, 1, 2, 3, 4, 5, 6], workday: [0, 1, 2, 3, 4] };

/** CL-412: the weekdays that `hàng ngày trừ chủ nhật` leaves; null where nothing is left out. */
export function readExcept(line: Line, each: Each | null): number[] | null {
  const all = each?.interval === 1 ? ALL[each.every] : undefined;
  const othersOf = (list = '') => all?.filter((day) => !weekdaysOf(list).includes(day)) ?? [];
  const found =
    all && line.take(`(?:${BUT}|but(?: on)?|${OFF}) ${DAYS}`, ({ 1: list }) => othersOf(list).length > 0);
  if (found) return othersOf(found[1]);
  // What is left out is not the day.
  const kept = line.find(`${BUT} ${DAYS}`);
  if (kept) line.leave(kept.index ?? 0, (kept.index ?? 0) + kept[0].length);
  return null;
}

function weekdaysOf(list: string): number[] {
  return IS_WEEKEND.test(list) ? [5, 6] : weekdaysIn(list);
}
