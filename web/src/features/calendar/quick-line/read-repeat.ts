import type { LunarRule } from '@bocau/contract/lunar-rule.ts';
import type { Line } from './read-spans.ts';
import { ENGLISH_DAY, VIETNAMESE_DAY } from './read-weekday.ts';

export type Every = 'day' | 'week' | 'month' | 'year' | 'workday';
export type QuickRepeat =
  /** `weekdays` of a week; none: that of its first day. */
  { kind: 'every'; every: Every; weekdays: number[] } | { kind: 'lunar'; rule: LunarRule };

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
    String.raw`${EACH} ngày(?! (?:mai|kia|mốt|\d{1,2}(?!\d| ?[hg:]| giờ| lần| viên)))|every day|daily|each day`,
  ],
  ['week', `${EACH} tuần${NO_UNIT}|every week|weekly|each week`],
  ['month', `${EACH} tháng${NO_UNIT}|every month|monthly|each month`],
  ['year', `${EACH} năm${NO_UNIT}|every year|yearly|annually|each year`],
  // Before the name of a weekday: `mỗi thứ hai`, `every Monday`.
  ['week', `${EACH}(?= ${PART}(?:${VIETNAMESE_DAY}))|(?:every|each)(?= (?:${ENGLISH_DAY})(?![\\p{L}/]))`],
  ['day', `${EACH}(?= (?:sáng|trưa|chiều|tối|đêm)(?!\\p{L}))|every(?= (?:morning|evening|night)(?!\\p{L}))`],
];

/** Each day, week and so on; null where nothing repeats. */
export function readRepeat(line: Line): Every | null {
  // `moi Nam` without accents invites a man.
  const isNoName = (_match: unknown, { written }: { written: string }) => !/^moi \p{Lu}/u.test(written);
  return REPEATS.find(([, source]) => line.take(source, isNoName))?.[0] ?? null;
}
