import type { LunarRule } from '@bocau/contract/lunar-rule.ts';
import { type Each, type Every, readInterval } from './read-interval.ts';
import type { MonthDay } from './read-monthly.ts';
import { isBeside, type Line } from './read-spans.ts';
import { ENGLISH_DAY, VIETNAMESE_DAY } from './read-weekday.ts';

export type QuickRepeat =
  /** `weekdays` of a week; none: that of its first day. `count`: of dates, `until`: the last day; null where it has no end. */
  | ({ kind: 'every'; weekdays: number[]; count: number | null; until: string | null } & Each)
  /** Of each month a weekday by its place, or the last day. */
  | { kind: 'month'; on: MonthDay; interval: number; count: number | null; until: string | null }
  | { kind: 'lunar'; rule: LunarRule };

/** `hằng`, which many write `hàng`: not the end of `khách hàng` and its like, nor the start of `hàng tuần sau`. */
const GOODS =
  'khách|ngân|(?<!giao )bán|đơn|nhà|cửa|mặt|giao|nhận|mua|lấy|trả|đặt|gửi|xuất|nhập|kiểm|chở|soạn|đóng|xếp|tồn';
// The escaped letter is that of `hằng`, which is not lenient: `hang` may be goods.
const EACH = String.raw`(?:mỗi|h\u1eb1ng|(?<!(?:${GOODS}) )hàng)`;
const NO_UNIT = '(?! (?:sau|tới|này|nay|trước))';
const PART = '(?:(?:buổi )?(?:sáng|trưa|chiều|tối|đêm) )?';

const REPEATS: [Every, string][] = [
  ['workday', `every weekday|every workday|weekdays|${EACH} ngày làm việc|các ngày làm việc`],
  [
    'day',
    String.raw`${EACH} ngày(?! (?:mai|kia|mốt|\d{1,2}(?!\d| ?[hg:–-]| giờ| lần| viên)))|every day|daily|each day`,
  ],
  ['week', `${EACH} tuần${NO_UNIT}|every week|weekly|each week`],
  ['month', `${EACH} tháng${NO_UNIT}|every month|monthly|each month`],
  ['year', `${EACH} năm${NO_UNIT}|every year|yearly|annually|each year`],
  // Before the name of a weekday: `mỗi thứ hai`, `every Monday`.
  [
    'week',
    `${EACH}(?= ${PART}(?:${VIETNAMESE_DAY}))|(?:every|each)(?= (?:${ENGLISH_DAY})(?!\\p{L}|/(?!(?:${ENGLISH_DAY}))))`,
  ],
  ['day', `${EACH}(?= (?:sáng|trưa|chiều|tối|đêm)(?!\\p{L}))|every(?= (?:morning|evening|night)(?!\\p{L}))`],
];

/** Each day, week and so on, or every second one; null where nothing repeats. */
export function readRepeat(line: Line, isLunar: boolean): Each | null {
  // The lunar rule has no interval.
  const rarer = isLunar ? null : readInterval(line);
  if (rarer) return rarer;
  // `moi Nam` without accents invites a man.
  const isNoName = (_match: unknown, { written }: { written: string }) => !/^moi \p{Lu}/u.test(written);
  const [every] = REPEATS.find(([, source]) => line.take(source, isNoName)) ?? [];
  return every === undefined ? null : { every, interval: 1 };
}

const DAY_NAMED = String.raw`${VIETNAMESE_DAY}|${ENGLISH_DAY}|ngày \d{1,2}|on the \d{1,2}(?:st|nd|rd|th)`;
const IN_EACH = /^ (?:an?|per|each|every|mỗi|một|moi|mot)(?!\p{L})/iu;

/** Whether a day is named that is not read yet. */
export function isDayNamed(line: Line): boolean {
  return line.find(DAY_NAMED) !== null;
}

/** CL-384: `5 lần`, `5 times`; null also of `mỗi tuần 3 lần`, which may be three times in each week unless a day is named. */
export function readCount(line: Line, isOfDay: boolean): number | null {
  const found = line.take(
    String.raw`(lặp(?: lại)? |repeat(?:s|ing)? |for )?(\d{1,3}) (?:lần|times)`,
    ({ 1: lead, 2: count }, around) =>
      Number(count) > 1 &&
      !IN_EACH.test(around.after) &&
      (isOfDay || lead !== undefined || !isBeside(around)),
  );
  return found && Number(found[2]);
}

/** `lặp lại` beside what was understood says no more than that. */
export function takeRepeatWord(line: Line): void {
  line.take('lặp(?: lại)?|repeat(?:s|ing)?', (_match, around) => isBeside(around));
}
