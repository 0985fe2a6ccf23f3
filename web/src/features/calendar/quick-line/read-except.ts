import { DATE } from './read-bounds.ts';
import type { Each, Every } from './read-interval.ts';
import type { Line } from './read-spans.ts';
import { ENGLISH_DAY, VIETNAMESE_DAY } from './read-weekday.ts';
import { ENGLISH_LIST, VIETNAMESE_LIST, weekdaysIn } from './read-weekday-list.ts';

/** What a line leaves out, and where it says so; `weekdays` is null of what is not of each week: `trừ 21/12`. */
export type Except = { weekdays: number[] | null; from: number; to: number };

const WEEKEND = 'cuối tuần|(?:the )?weekends?';
const IS_WEEKEND = /^(?:cu[ốo]i|the|weekend)/u;
const BUT = '(?:ngoại trừ|trừ(?: ra)?|không kể|except(?: for| on)?|excluding|but not(?: on)?)';
const SKIP = '(?:bỏ(?: qua)?|skip(?:ping)?)';
/** Of what is each day `nghỉ chủ nhật` is the day itself. */
const OFF = '(?:but(?: on)?|nghỉ|off(?: on)?)';
const DAYS = `${VIETNAMESE_LIST}|${VIETNAMESE_DAY}|${ENGLISH_LIST}|(?:${ENGLISH_DAY})|${WEEKEND}`;
const WEEK = 'tuần sau|tuần tới|tuần này|tuần nay|sau|tới|này|next week|this week';
const ONE = [
  String.raw`\d{1,2}[-–]\d{1,2}/\d{1,2}|${DATE}|(?:the )?\d{1,2}(?:st|nd|rd|th)|\d{1,2}[.-]\d{1,2}`,
  `(?:next|this) (?:${ENGLISH_DAY}|week|month)|tomorrow|today|(?:hôm )?nay|(?:ngày )?(?:mai|kia|mốt)|tuần (?:sau|tới|này)`,
  '(?:mùng|mồng) \\d{1,2}|rằm|(?:ngày )?lễ(?: tết)?|tết|(?:public |bank )?holidays?|christmas|new year',
  `(?:${VIETNAMESE_DAY}|${ENGLISH_DAY})(?: (?:${WEEK}))?`,
].join('|');
const AND = ' ?(?:,|&|và|and|or|hoặc) ?(?:và |and |& ?)?(?:ngày )?';
/** From one day to another: behind weekdays it is the end of the series. */
const AND_TO = ` ?(?:-|–|—|đến|tới|to|through) ?(?:ngày )?|${AND}`;
const NUMBER = String.raw`\d{1,2}`;
const LEFT_OUT = [
  '(?:từ )?(?:(?:các |những )?ngày )?',
  `(?:(?<days>${DAYS})(?<week> (?:${WEEK}))?(?<more>(?:${AND}(?:${ONE}|${NUMBER}))*)`,
  `|(?:${NUMBER}${AND})*(?:${ONE})(?:(?:${AND_TO})(?:${ONE}|${NUMBER}))*)`,
].join('');
const ALL: Partial<Record<Every, number[]>> = { day: [0, 1, 2, 3, 4, 5, 6], workday: [0, 1, 2, 3, 4] };

/** Leaves it in the title, where it is no day of what it is left out of; null where nothing is left out. */
export function leaveExcept(line: Line): Except | null {
  return leave(line, `${BUT} ${LEFT_OUT}`);
}

/** The same of `skip Friday` and `nghỉ chủ nhật`, which beside nothing that repeats are what is done. */
export function leaveSkipped(line: Line, each: Each | null): Except | null {
  if (each && allOf(each)) return leave(line, `(?:${SKIP}|${OFF}) ${LEFT_OUT}`);
  const skipped = leave(line, `${SKIP} ${LEFT_OUT}`);
  if (skipped || each?.every !== 'week') return skipped;
  return leave(
    line,
    `${OFF} ${LEFT_OUT}`,
    ({ groups }, { before }) => groups?.days === undefined && before.trim() !== '',
  );
}

function leave(line: Line, source: string, isMeant?: Parameters<Line['find']>[1]): Except | null {
  const found = line.find(source, isMeant);
  if (!found) return null;
  const [from, to] = [found.index ?? 0, (found.index ?? 0) + found[0].length];
  line.leave(from, to);
  const { days, week, more } = found.groups ?? {};
  const isOfEach = days !== undefined && week === undefined && !more;
  return { weekdays: isOfEach ? weekdaysOf(days) : null, from, to };
}

/** CL-412: the weekdays that `hàng ngày trừ chủ nhật` or `T2-T6 trừ T4` leaves; null where nothing is left out of them. */
export function takeExcept(line: Line, except: Except | null, all: number[] | undefined): number[] | null {
  const others = except?.weekdays && all?.filter((day) => !except.weekdays?.includes(day));
  if (!except || !others || others.length === 0) return null;
  line.cut(except.from, except.to);
  return others;
}

/** The weekdays of what is of each day. */
export function allOf({ every, interval }: Each): number[] | undefined {
  return interval === 1 ? ALL[every] : undefined;
}

function weekdaysOf(list: string): number[] {
  return IS_WEEKEND.test(list) ? [5, 6] : weekdaysIn(list);
}
