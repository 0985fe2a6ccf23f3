import { addDays, weekdayOf, weekStartOf } from '../../../lib/calendar-days.ts';
import { isSyllable } from './line-language.ts';
import { type Around, isAtEdge, isBeside, type Line } from './read-spans.ts';

/** `week`: the first day of the week on screen, where that is not today's. */
export type Since = { today: string; week: string | null };
/** `until`: the last day, where they are those of one week. */
export type Weekdays = { days: number[]; isWeekly: boolean; first: string; until: string | null };

const NAMES: Record<string, number> = { hai: 0, ba: 1, tư: 2, tu: 2, năm: 3, nam: 3, sáu: 4, sau: 4, bảy: 5 };
const MORE_NAMES: Record<string, number> = { bẩy: 5, bay: 5, mon: 0, tue: 1, wed: 2, thu: 3, fri: 4, sat: 5 };
export const NUMBER = 'hai|ba|tư|năm|sáu|bảy|bẩy';
export const SUNDAY = 'chủ nhật|chúa nhật|cn';
export const VIETNAMESE_DAY = `thứ (?:[2-7]|${NUMBER})|${SUNDAY}|t[2-7]`;
/** Nothing else than a day, also where the rest has accents. */
const CLEAR_DAY = 'thu (?:hai|ba|tu|nam|sau|bay)(?= tuan (?:sau|toi|nay))';
export const ENGLISH_DAY =
  'mon(?:days?)?|tue(?:s(?:days?)?)?|wed(?:nesdays?)?|thu(?:rs?(?:days?)?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?';
const MARKED = /[^\0-\x7f]/;

/** A third of something, and no Tuesday: `lần thứ ba`. */
const COUNTED =
  /(?:lần|người|đợt|vòng|bên|bài|chương|tập|phần|phiên|kỳ|bậc|hạng|mục|vị trí|đứa|cuốn|mũi|năm|tuần|tháng|bước|trang|câu|điều|khoản|tầng|cột|chiếc|trận|hiệp|đoạn|thế hệ) $/u;
const COUNTED_PLAIN = /(?<!\p{L})(?:lan|nguoi|dot|vong|ben|bai|chuong|phan|ky|hang|muc|dua|mui|buoc) $/u;
/** The same, and things that are on a day as well. */
const PERHAPS_COUNTED = /(?:con|buổi|ca|hàng|lớp|khóa|khoá) $/u;
/** Rooms, gates and the like that are called T2. */
export const PLACES =
  /(?<!\p{L})(?:phòng|tòa|toà|tầng|ga|terminal|khu|block|tháp|cổng|gate|căn|lô|dãy|cấp|đường|bản|phong|toa|tang|thap|cong|lo) $/iu;
/** Of a month, which T4 means too. */
const OF_MONTH =
  /(?:lương|báo cáo|doanh thu|công nợ|số liệu|chi phí|thuế|kế hoạch|hóa đơn|hoá đơn|kỳ|sổ|luong|bao cao|cong no|so lieu|chi phi|thue|ke hoach|hoa don) $/iu;
/** Those whom a name follows. */
const PERSON =
  /(?<!\p{L})(?:chị|anh|cô|em|bà|ông|chú|bác|dì|bạn|bé|mẹ|bố|cậu|mợ|chi|co|ba|ong|chu|bac|di|be|me|bo) $/iu;
const LETTER = /(?<!\p{L})(?:gửi|nhận|viết|đọc|gui|nhan|viet|doc) $/iu;
const COUNTER =
  /^ (?:trieu|nghin|ngan|tram|ty|khoan|lan|nguoi|ngay|thang|nam|cai|khach|dai ly|chi nhanh)(?!\p{L})/iu;
const GOES_ON = /^ ?(?:,|-|\d{1,2} ?[-–] ?\d{1,2}|tai|o|luc|voi|ve|de|den|tuan)(?!\p{L})/iu;
/** What stands before a name, or `sat` and `sun` as words. */
export const NO_DAY_BEFORE =
  /(?<!\p{L})(?:with|mr|mrs|ms|dr|the|(?<!(?:check|sign|log|move) )in|a|we|i|he|she|they|who) $/iu;
/** Of what is no list of days: `with Thu and Tue`, `phòng T2, T3`. */
const DAY_BEFORE = new RegExp(`(?<!\\p{L})(?:t[2-7]|${ENGLISH_DAY})(?:, | và | and | ?& ?)$`, 'iu');
const CALLED = /(?<!\p{L})(?:call|meet|phone|ask|email|text|invite|tell|see) $/iu;
const NO_SATURDAY_AFTER = /^ (?:with|down|in|on|and|through|next|beside|by|for|exam|test)(?!\p{L})/iu;
const NO_SUNDAY_AFTER = /^ (?:\p{Lu}|(?:protection|screen|block|tan|city|life|corp|group|world)(?!\p{L}))/u;

/** The weekdays that are named: one, or several where each week is meant; null where none is. */
export function readWeekdays(line: Line, since: Since, isWeekly: boolean): Weekdays | null {
  const first = take(line, since, { isAnother: false });
  if (!first || !(isWeekly || first.isPlural))
    return first && { days: [first.day], isWeekly: false, first: first.next, until: null };
  const days = [first.day];
  for (let more = take(line, since, { isAnother: true }); more; more = take(line, since, { isAnother: true }))
    days.push(more.day);
  return each(days, since);
}

function each(days: number[], since: Since): Weekdays {
  const all = [...new Set(days)].sort((one, other) => one - other);
  const firsts = all.map((day) => nextOf(day, '', since)).sort();
  return { days: all, isWeekly: true, first: firsts[0] ?? since.today, until: null };
}

function take(line: Line, since: Since, { isAnother }: { isAnother: boolean }) {
  const and = isAnother ? '(?:, ?)?(?:và |and |& ?)?' : '';
  const vietnamese = line.take(
    `${and}(?:vào )?(${VIETNAMESE_DAY}|${CLEAR_DAY})(?:,? (tuần sau nữa|tuần tới nữa|tuần sau|tuần tới|tuần này|tuần nay|tới|sau(?! khi)|này|nay))?`,
    ({ 1: name = '' }, around) =>
      isAnother ? isBeside({ ...around, after: '.' }) : isVietnameseDay(name, around, line),
  );
  if (vietnamese) {
    const [, name, when = ''] = vietnamese;
    return { day: dayOf(name), isPlural: false, next: nextOf(dayOf(name), when, since) };
  }
  const english = line.take(
    `${and}(?:(?:on|by|until) )?(next |this )?(${ENGLISH_DAY})(?: (next week))?`,
    ({ 1: prefix, 2: name = '' }, around) =>
      isAnother ? isBeside({ ...around, after: '.' }) : isEnglishDay({ prefix, name }, around, line),
  );
  if (!english) return null;
  const day = dayOf(english[2]);
  const when = english[1] === 'next ' || english[3] ? 'tuần sau' : (english[1] ?? '');
  return { day, isPlural: english[2]?.endsWith('days') === true, next: nextOf(day, when, since) };
}

/** Takes the weekday out that stands beside a date and is its own. */
export function takeWeekdayOf(line: Line, day: string): void {
  takeWeekdayBeside(line, (weekday) => weekday === weekdayOf(day));
}

/** Takes the weekday out that stands beside what was understood. */
export function takeWeekdayBeside(
  line: Line,
  isIts: (weekday: number) => boolean = () => true,
): number | null {
  const found =
    line.take(
      `(?:vào )?(${VIETNAMESE_DAY})`,
      ({ 1: name = '' }, around) =>
        isBeside(around) && isIts(dayOf(name)) && isVietnameseDay(name, around, line),
    ) ??
    line.take(
      `(?:on )?(${ENGLISH_DAY})`,
      ({ 1: name = '' }, around) =>
        isBeside(around) && isIts(dayOf(name)) && isEnglishDay({ prefix: undefined, name }, around, line),
    );
  return found && dayOf(found[1]);
}

export function dayOf(name = ''): number {
  const last = name.split(' ').at(-1) ?? '';
  const digit = /[2-7]/.exec(last)?.[0];
  if (digit) return Number(digit) - 2;
  return NAMES[last] ?? MORE_NAMES[last.slice(0, 3)] ?? 6;
}

export function isVietnameseDay(name: string, around: Around, line: Line): boolean {
  const { before, after, written } = around;
  if (name.startsWith('th')) {
    if (/^ của /u.test(after)) return false;
    // What has a capital within a line is a name: `cô Năm thứ năm`.
    const noun = before.charAt(0).toLowerCase() + before.slice(1);
    if (COUNTED.test(noun) || (!line.isAccented && COUNTED_PLAIN.test(noun))) return false;
    if (PERHAPS_COUNTED.test(noun) && !isBeside(around)) return false;
    return MARKED.test(name) || isPlainDay(around);
  }
  if (name === 'cn') {
    const isName = /^ \p{Lu}/u.test(after);
    return !isName && !/(?:các|khu|ngành|kỹ sư|cử nhân|giám đốc|GĐ|bằng|của|tại|ở|\d) $/iu.test(before);
  }
  if (/^t\d/.test(name))
    return !PLACES.test(before) && !DAY_BEFORE.test(before) && !(OF_MONTH.test(before) && !isBeside(around));
  return line.isAccented || MARKED.test(written) || !PERSON.test(before);
}

/** `thu ba` without accents is a woman, a letter or something to collect as well. */
function isPlainDay(around: Around): boolean {
  const { before, after, written } = around;
  const isNear = isBeside(around);
  const isNamed = PERSON.test(before) && (/\p{Lu}/u.test(written) || !isNear);
  if (isNamed || COUNTER.test(after) || (LETTER.test(before) && !isNear)) return false;
  return isAtEdge(around) || /^vao /iu.test(written) || GOES_ON.test(after) || /tuan/.test(written);
}

function isEnglishDay(
  { prefix, name }: { prefix: string | undefined; name: string },
  around: Around,
  line: Line,
): boolean {
  const { before, after, written } = around;
  if (/days?$/.test(name))
    return !/(?:black|good|ash|super|palm|first|second|third|fourth|last|other) $/iu.test(before);
  // No other word of Vietnamese begins with their letters.
  if (!(line.isEnglish || name === 'wed' || name === 'fri') || DAY_BEFORE.test(before)) return false;
  if (prefix !== undefined || /^(?:on|by|until) /iu.test(written)) return !NO_DAY_BEFORE.test(before);
  if (NO_DAY_BEFORE.test(before) || isInName(name, around)) return false;
  if (isBeside(around)) return !(name === 'sun' && /^ \p{Lu}/u.test(after));
  const isCapital = /^\p{Lu}/u.test(written);
  if (name === 'sat' && (!isCapital || written === 'SAT' || NO_SATURDAY_AFTER.test(after))) return false;
  if (name === 'sun' && (!isCapital || NO_SUNDAY_AFTER.test(after))) return false;
  if (name === 'mon' && (!isCapital || /^ \p{Lu}/u.test(after))) return false;
  return isAtEdge(around) && !(name === 'wed' && /^ (?:in|to|at) /iu.test(after));
}

/** `Minh Thu`, `Thu Hà`, `call Tue`: women and men. */
export function isInName(name: string, { before, after, written }: Around): boolean {
  if (name !== 'thu' && name !== 'tue' && name !== 'mon') return false;
  if (!/^\p{Lu}/u.test(written)) return false;
  const [, last] = /(?<![\p{L}])(\p{Lu}\p{L}*) $/u.exec(before) ?? [];
  const [, next] = /^ (\p{Lu}\p{L}*)/u.exec(after) ?? [];
  return (
    (name !== 'mon' && CALLED.test(before)) ||
    [last, next].some((word) => word !== undefined && isSyllable(word))
  );
}

export function nextOf(weekday: number, when: string, { today, week }: Since): string {
  if (when === '' && week !== null) return onWeekday(weekday, false, week);
  const isNext = /sau|tới|toi/u.test(when);
  const day = onWeekday(weekday, isNext && /tu[ầa]n/u.test(when), today);
  if (/n[ữu]a$/u.test(when)) return addDays(day, 7);
  return isNext && day === today ? addDays(day, 7) : day;
}

/** The next such day from today on, or the one of the next week. */
export function onWeekday(weekday: number, isNextWeek: boolean, today: string): string {
  if (isNextWeek) return addDays(weekStartOf(today), 7 + weekday);
  return addDays(today, (weekday - weekdayOf(today) + 7) % 7);
}
