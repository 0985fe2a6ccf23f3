import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  lastOfMonth,
  weekdayOf,
} from '../../../lib/calendar-days.ts';
import type { Line } from './read-spans.ts';
import { dayOf, ENGLISH_DAY, VIETNAMESE_DAY } from './read-weekday.ts';

/** Of each month the first, second or last (-1) such weekday, or a date; -1 for its last day. */
export type MonthDay = { weekday: number; position: number } | { date: number };
/** `isEach`: it says itself that it is of each month, and needs no `hàng tháng` beside it. */
export type Monthly = { on: MonthDay; isEach: boolean; isOfMonth: boolean; from: number; to: number };

const EACH = '(?:mỗi|hàng|hằng) ';
/** And no month by its number: `đầu tháng 12`, but `đầu tháng 9h`. */
const MONTH = String.raw`tháng(?! (?:sau|tới|này|nay|trước|giêng|chạp|\d{1,2}(?!\d| ?(?:h|g|giờ|:|tháng))))`;
const OF_MONTH = `(?: (?:của|trong))? (?<month>${EACH})?${MONTH}`;
const ENGLISH_OF = '(?: of (?<month>the|each|every) month)';
const NTH = 'first|1st|second|2nd|third|3rd|fourth|4th|last';
const WEEKDAYS = [
  `(?<each>${EACH})?(?:vào )?(?<day>${VIETNAMESE_DAY}) (?<nth>đầu tiên|đầu|cuối cùng|cuối|thứ nhất|thứ nhì)${OF_MONTH}`,
  `(?<each>${EACH})?(?:vào )?(?<day>${VIETNAMESE_DAY}) thứ (?<nth>hai|ba|tư|[2-4]) (?:của|trong) (?<month>${EACH})?${MONTH}`,
  `(?<each>${EACH})?(?:vào )?(?<day>${VIETNAMESE_DAY}) (?<nth>đầu tiên|cuối cùng|thứ nhất)`,
  `(?:on )?(?<each>every |each )?(?:the )?(?<nth>${NTH}) (?<day>${ENGLISH_DAY})${ENGLISH_OF}`,
  `(?:on )?(?<each>every (?!second|2nd))?(?:the )?(?<nth>${NTH}) (?<day>${ENGLISH_DAY})`,
];
const ENDS = [
  `(?:vào )?ngày (?<nth>đầu tiên|đầu|cuối cùng|cuối)${OF_MONTH}`,
  `(?:on )?(?:the )?(?<nth>first|last) day${ENGLISH_OF}`,
  `(?:at )?(?:the )?(?<nth>end)${ENGLISH_OF}`,
];
/** The last day where no date is named: what is done at the end of a month may have its own. */
const END = `(?<nth>cuối) (?<month>${EACH})?${MONTH}`;
const DATED = String.raw`(?:ngày |mùng |mồng )\d{1,2}|\d{1,2}/\d{1,2}`;
/** `nộp thuế 20 hàng tháng`. */
const DATE = String.raw`(?<!(?:ngày|mùng|mồng|thứ|quý|số|lần|phòng|tầng|lúc|và|kỳ|[,&]|[-–]) )(?<date>[12]?\d|3[01])(?= ${EACH}tháng)`;
const ENGLISH_DATE = String.raw`(?:on )?(?:the )?(?<date>[12]?\d|3[01])(?:st|nd|rd|th) (?:day )?of (?<month>each|every) month`;
const UNTIL = /(?:đến|tới|den|toi|hết|het|until|till|by|to) (?:the )?$/iu;
const POSITIONS: [RegExp, number][] = [
  [/^(?:cu|last|end)/u, -1],
  [/^(?:đ|d|first|1|th[ứu] nh[ấa]t)/u, 1],
  [/^(?:hai|2|second|th[ứu] nh[ìi])/u, 2],
  [/^(?:ba|3|third)/u, 3],
  [/^/u, 4],
];

/** CL-425: `thứ hai đầu tháng`, `last Friday of every month`, `ngày cuối tháng`; null where no such day is named. */
export function findMonthly(line: Line): Monthly | null {
  const nth = findOf(line, WEEKDAYS);
  if (nth) return found(nth, { weekday: dayOf(nth.groups?.day), position: positionOf(nth) });
  const end = findOf(line, ENDS) ?? (line.find(DATED) ? null : findOf(line, [END]));
  if (end) return found(end, { date: positionOf(end) });
  const date = findOf(line, [DATE, ENGLISH_DATE]);
  return date && found(date, { date: Number(date.groups?.date) });
}

/** The first of them from a day on; only `of` months that have it. */
export function firstOn(on: MonthDay, from: string): string {
  let day = inMonth(on, from);
  for (let month = firstOfMonth(from); day === null || day < from; day = inMonth(on, month))
    month = addMonths(month, 1);
  return day;
}

function findOf(line: Line, sources: string[]): RegExpMatchArray | null {
  for (const source of sources) {
    const match = line.find(source, (_match, { before }) => !UNTIL.test(before));
    if (match) return match;
  }
  return null;
}

function found(match: RegExpMatchArray, on: MonthDay): Monthly {
  const { each, month } = match.groups ?? {};
  const from = match.index ?? 0;
  const isEach = each !== undefined || (month !== undefined && month !== 'the');
  const isOfMonth = 'position' in on && /th[áa]ng|month/u.test(match[0]);
  return { on, isEach, isOfMonth, from, to: from + match[0].length };
}

function positionOf({ groups }: RegExpMatchArray): number {
  const nth = groups?.nth ?? '';
  return POSITIONS.find(([pattern]) => pattern.test(nth))?.[1] ?? 1;
}

function inMonth(on: MonthDay, month: string): string | null {
  const [first, last] = [firstOfMonth(month), lastOfMonth(month)];
  if ('date' in on) {
    const day = on.date === -1 ? last : addDays(first, on.date - 1);
    return day <= last ? day : null;
  }
  if (on.position === -1) return addDays(last, -((weekdayOf(last) - on.weekday + 7) % 7));
  const day = addDays(first, ((on.weekday - weekdayOf(first) + 7) % 7) + 7 * (on.position - 1));
  return daysBetween(day, last) >= 0 ? day : null;
}
