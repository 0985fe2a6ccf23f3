import { addDays, weekStartOf } from '../../../lib/calendar-days.ts';
import { type Around, isAtEdge, type Line } from './read-spans.ts';
import {
  dayOf,
  ENGLISH_DAY,
  isInName,
  isVietnameseDay,
  NO_DAY_BEFORE,
  NUMBER,
  nextOf,
  type Since,
  SUNDAY,
  type Weekdays,
} from './read-weekday.ts';

const SIGN = ' ?(?:,|/|&|-|–|—|và|and|đến|tới) ?(?:và |and |& ?)?';
const ENGLISH_SIGN = ' ?(?:,|/|&|-|–|—|and|to|until|till|through) ?(?:and |& ?)?';
const NAMED = `(?:thứ (?:${NUMBER})|${SUNDAY})`;
const SIGNED = `${SIGN}(?:(?:thứ ?|t)?[2-7]|${NAMED}|${NUMBER})`;
/** `T4 thứ sáu` is more likely April on a Friday. */
export const VIETNAMESE_LIST = [
  `(?:thứ ?[2-7]|${NAMED})(?:${SIGNED}| (?:thứ ?)?[2-7]| ${NAMED})+`,
  `t[2-7](?:${SIGNED}| t?[2-7]| (?:${SUNDAY}))+`,
].join('|');
const VIETNAMESE = `(?:vào |từ )?(${VIETNAMESE_LIST})(?:,? (tuần sau|tuần tới|tuần này))?`;
export const ENGLISH_LIST = `(?:${ENGLISH_DAY})(?:(?:${ENGLISH_SIGN}| )(?:${ENGLISH_DAY}))+`;
const ENGLISH = `(?:on |from )?(${ENGLISH_LIST})(?: (next week))?`;
const VIETNAMESE_NAME = /[2-7]|cn|nh[ậa]t|hai|ba(?!\p{L})|t[ưu](?!\p{L})|n[ăa]m|s[áa]u|b[ảẩa]y/gu;
const ENGLISH_NAME = new RegExp(ENGLISH_DAY, 'g');
/** `thu 7` without accents begins as a Thursday. */
const IS_ENGLISH = new RegExp(`^(?:${ENGLISH_LIST}|(?:${ENGLISH_DAY}))$`);
/** `thứ 2 và 4`. */
const BARE_END = /(?<!th[ứu] ?|(?<!\p{L})t)(?:[2-7]|hai|ba|t[ưu]|n[ăa]m|s[áa]u|b[ảẩa]y)$/u;
const GOES_ON = /^ (?:phòng|phong|tại|tai|ở|lúc|luc|với|voi)(?!\p{L})/iu;
/** `thứ 7, chủ nhật này`, `next Monday and Tuesday`, and days beside their dates. */
const OF_ONE_WEEK =
  /^,? (?:hoặc|hoac|hay|or|này|nay|tới|toi|sau|tuần|tuan|(?:ngày |ngay )?\d{1,2}[/.]|this|next|last)|(?:this|next|last|coming) $/iu;
const RANGE = /-|–|—|đến|den|tới|toi|to|until|till|through/u;

/** CL-397: `thứ 2, 4, 6`, `T3 T5`, `Mon/Wed/Fri`; unless they are of each week they stay in the title. */
export function readWeekdayList(line: Line, since: Since, isWeekly: boolean): Weekdays | null {
  const vietnamese = line.find(
    VIETNAMESE,
    ({ 1: list = '' }, around) =>
      isWeekly || (!isSpan(list, VIETNAMESE_NAME) && isVietnameseList(list, around, line)),
  );
  if (vietnamese) return weekdaysOf(vietnamese, VIETNAMESE_NAME, { line, since, isWeekly });
  const english = line.find(
    ENGLISH,
    ({ 1: list = '' }, around) =>
      isWeekly || (!isSpan(list, ENGLISH_NAME) && isEnglishList(list, around, line)),
  );
  const isEach = isWeekly || /days/.test(english?.[1] ?? '');
  return english && weekdaysOf(english, ENGLISH_NAME, { line, since, isWeekly: isEach });
}

/** CL-408: `T2-T6` beside a time, as those of each week. */
export function readWeekdaySpan(line: Line, since: Since): Weekdays | null {
  const vietnamese = line.find(
    VIETNAMESE,
    ({ 1: list = '' }, around) =>
      isSpan(list, VIETNAMESE_NAME) &&
      !(BARE_END.test(list) && isCounted(around) && !/^ \d/.test(around.after)) &&
      isVietnameseDay(list, { ...around, after: '' }, line),
  );
  if (vietnamese) return spanOf(vietnamese, VIETNAMESE_NAME, line, since);
  const english = line.find(
    ENGLISH,
    ({ 1: list = '' }, { before }) =>
      isSpan(list, ENGLISH_NAME) && !NO_DAY_BEFORE.test(before) && (line.isEnglish || /day/.test(list)),
  );
  return english && spanOf(english, ENGLISH_NAME, line, since);
}

/** CL-397: `T2 T4 T6` beside a time, as those of each week; of one week they stay in the title. */
export function readListOfEach(line: Line, since: Since): Weekdays | null {
  const isOfEach = (groups: RegExpMatchArray, after: string) =>
    groups[2] === undefined && !OF_ONE_WEEK.test(after);
  const vietnamese = line.find(
    VIETNAMESE,
    (match, around) =>
      !isSpan(match[1], VIETNAMESE_NAME) &&
      isOfEach(match, around.after) &&
      isVietnameseList(match[1] ?? '', around, line),
  );
  if (vietnamese) return weekdaysOf(vietnamese, VIETNAMESE_NAME, { line, since, isWeekly: true });
  const english = line.find(
    ENGLISH,
    (match, around) =>
      !isSpan(match[1], ENGLISH_NAME) &&
      isOfEach(match, around.after) &&
      !OF_ONE_WEEK.test(around.before) &&
      isEnglishList(match[1] ?? '', { ...around, after: around.after.replace(/^ (?:at )?\d.*/u, '') }, line),
  );
  return english && weekdaysOf(english, ENGLISH_NAME, { line, since, isWeekly: true });
}

function spanOf(found: RegExpMatchArray, names: RegExp, line: Line, since: Since): Weekdays {
  const weekdays = weekdaysOf(found, names, { line, since, isWeekly: true });
  return { ...weekdays, until: lastOf(daysOf(found[1], names), found[2] ?? '', since.today) };
}

function weekdaysOf(
  found: RegExpMatchArray,
  names: RegExp,
  { line, since, isWeekly }: { line: Line; since: Since; isWeekly: boolean },
): Weekdays {
  if (isWeekly) line.cut(found.index ?? 0, (found.index ?? 0) + found[0].length);
  const days = daysOf(found[1], names);
  const when = found[2] === 'next week' ? 'tuần sau' : (found[2] ?? '');
  const all = [...new Set(days)].sort((one, other) => one - other);
  const [nearest = since.today] = all.map((day) => nextOf(day, when, since)).sort();
  return { days: all, isWeekly, first: nearest, until: null };
}

/** Of those of one week the last one, in the next week where this one is over. */
function lastOf(days: number[], when: string, today: string): string | null {
  if (when === '') return null;
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  const week = /nay|này/u.test(when) ? weekStartOf(today) : addDays(weekStartOf(today), 7);
  const day = addDays(week, last < first ? last + 7 : last);
  return day >= today ? day : addDays(day, 7);
}

/** The weekdays that a list or a span names. */
export function weekdaysIn(list = ''): number[] {
  return daysOf(list, IS_ENGLISH.test(list) ? ENGLISH_NAME : VIETNAMESE_NAME);
}

function daysOf(list = '', names: RegExp): number[] {
  const named = namesIn(list, names).map(dayOf);
  const [first = 0, last = 0] = named;
  return isSpan(list, names) ? through(first, last) : named;
}

function namesIn(list = '', names: RegExp): string[] {
  return [...list.matchAll(names)].map(([name]) => name);
}

function isSpan(list = '', names: RegExp): boolean {
  return RANGE.test(list) && namesIn(list, names).length === 2;
}

function through(from: number, to: number): number[] {
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7);
}

function isVietnameseList(list: string, around: Around, line: Line): boolean {
  const isTwo = namesIn(list, VIETNAMESE_NAME).length === 2;
  if (isTwo && BARE_END.test(list) && isCounted(around)) return false;
  return isVietnameseDay(list, around, line);
}

/** `thứ 2, 4 người`. */
function isCounted(around: Around): boolean {
  return !isAtEdge({ ...around, before: '.' }) && !GOES_ON.test(around.after);
}

function isEnglishList(list: string, around: Around, line: Line): boolean {
  const [first = '', ...others] = namesIn(list, ENGLISH_NAME);
  if (NO_DAY_BEFORE.test(around.before)) return false;
  if (others.length > 1 || /day/.test(list)) return true;
  return line.isEnglish && !isInName(first, around) && isAtEdge(around);
}
