import type { LunarRule } from '@bocau/contract/lunar-rule.ts';
import { addDays, addMonths, firstOfMonth, lastOfMonth, weekStartOf } from '../../../lib/calendar-days.ts';
import { isLunarBefore, numberOf, readLunar } from './read-lunar.ts';
import { type Around, isBeside, type Line, TAKEN } from './read-spans.ts';
import {
  onWeekday,
  readWeekdays,
  type Since,
  takeWeekdayBeside,
  takeWeekdayOf,
  type Weekdays,
} from './read-weekday.ts';
import { readWeekdayList } from './read-weekday-list.ts';

export type ReadDay = {
  day: string;
  /** By the lunar calendar: the rule of each year. */
  lunar: LunarRule | null;
  /** Named by its weekday: where it is over, the one of the next week is meant. */
  weekdays: number[] | null;
  isWeekly: boolean;
  /** `hôm nay`, not by a date. */
  isToday: boolean;
};

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const ENGLISH_MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const COUNT = String.raw`\d{1,3}|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|two|three|four|six`;
/** The number of a contract, a house or a share, and no date. */
export const NUMBERED =
  /(?:(?<!\p{L})(?:số|so|no|no\.|number|#|№|mã|ma|hẻm|hem|ngõ|ngo|ngách|ngach|kiệt|kiet|nghị định|nghi dinh|thông tư|thong tu|quyết định|quyet dinh|công văn|cong van|trực|hỗ trợ|support|phục vụ)|#) ?$/iu;
export const PART =
  /^ ?(?:%|người|khách|phần|ngày|buổi|giờ|tiếng|điểm|cổ phần|đường|phố|support|hotline|nguoi|khach|phan|buoi|day|hour|of )/iu;
const TIMES = /^ ?(?:lần|viên|bữa|buổi|tiếng|giờ|đêm|lan|vien|bua|buoi|tieng|gio|người|nguoi)(?!\p{L})/iu;
const BEHIND_TIME = new RegExp(`(?:${TAKEN}|(?<!\\p{L})(?:sáng|trưa|chiều|tối|đêm)) $`, 'iu');
/** Behind `sau 3 ngày`, where it says when. */
const AFTER_SPAN = /^[\s,]*(?:$|\0|\d|(?:lúc|vào|nhắc|ở|tại|luc|vao|nhac)(?!\p{L}))/iu;
const isName = (written: string) => /^\p{Lu}/u.test(written);

/** The day that is named, the next one from today where the year is not; null where none is. */
export function readDay(line: Line, since: Since, isWeekly = false): ReadDay | null {
  const { today } = since;
  const lunar = readLunar(line, today);
  if (lunar) return { ...plain(lunar.day), lunar: lunar.rule };
  if (line.take('hôm nay|today')) return { ...plain(today), isToday: true };
  const weeks = readWeeksAway(line);
  if (weeks !== null) {
    const weekday = takeWeekdayBeside(line);
    return plain(addDays(weekday === null ? today : addDays(weekStartOf(today), weekday), 7 * weeks));
  }
  const named = readNamed(line, today) ?? readDate(line, today);
  if (named !== null) {
    takeWeekdayOf(line, named);
    return plain(named);
  }
  const weekdays = readWeekdayList(line, since, isWeekly) ?? readWeekdays(line, since, isWeekly);
  if (weekdays) return ofWeekdays(weekdays);
  const later = readWeek(line, today) ?? readTomorrow(line, today) ?? readMonth(line, today);
  return later === null ? null : { ...plain(later), isToday: later === today };
}

export function ofWeekdays({ days, isWeekly, first }: Weekdays): ReadDay {
  return { ...plain(first), weekdays: days, isWeekly };
}

export function plain(day: string): ReadDay {
  return { day, lunar: null, weekdays: null, isWeekly: false, isToday: false };
}

function readNamed(line: Line, today: string): string | null {
  if (line.take('(?:the )?day after tomorrow|ngày kia|ngày mốt')) return addDays(today, 2);
  if (line.take('ngày mai|tomorrow|tmrw?')) return addDays(today, 1);
  const later = takeLater(line, 'days?|months?|ngày|tháng');
  if (!later) return null;
  const [count, unit = ''] = [numberOf(later[1] ?? later[4]), later[2] ?? later[5]];
  return /^(?:month|th[áa]ng)/u.test(unit) ? addMonths(today, count) : addDays(today, count);
}

/** CL-413: `2 tuần nữa`, beside which a weekday may stand. */
function readWeeksAway(line: Line): number | null {
  const later = takeLater(line, 'weeks?|tuần');
  return later && numberOf(later[1] ?? later[4]);
}

function takeLater(line: Line, unit: string): RegExpMatchArray | null {
  return line.take(
    String.raw`(?:in |sau )?(${COUNT}) (${unit}) (nữa|from now|tới)|(?:in|sau) (${COUNT}) (${unit})`,
    // `thứ 3 tuần tới` is a Tuesday, `chị Ba tuần tới` a person and a week, `sau 3 ngày nghỉ` is after something.
    ({ 1: count = '1', 3: word }, { written, before, after }) =>
      !/(?<!\p{L})th[ứu] $/iu.test(before) &&
      (word !== undefined || !/^sau/iu.test(written) || AFTER_SPAN.test(after)) &&
      ((/^\d/.test(count) && !(/^t/.test(word ?? '') && /(?:trong|vòng) $/iu.test(before))) ||
        (/^[nf]/.test(word ?? '') && (!isName(written) || before.trim() === ''))),
  );
}

function readWeek(line: Line, today: string): string | null {
  if (line.take('cuối tuần (?:sau|tới)|next weekend')) return onWeekday(5, true, today);
  if (line.take('(?:tuần sau|tuần tới) nữa')) return addDays(weekStartOf(today), 14);
  if (line.take('(?<!giữa )(?:đầu )?(?:tuần sau|tuần tới)|next week')) return addDays(weekStartOf(today), 7);
  return line.take('cuối tuần(?: này)?|(?:this )?weekend') ? onWeekday(5, false, today) : null;
}

/** CL-441: `cuối tháng`, `đầu tháng sau`: the last and the first day. The beginning of this month may be over. */
function readMonth(line: Line, today: string): string | null {
  const end = line.take(
    '(?:vào )?cuối tháng(?: (sau|tới|này|nay))?|(?:at )?(?:the )?end of (the|this|next) month',
    free,
  );
  if (end) return lastOfMonth(addMonths(firstOfMonth(today), isNext(end) ? 1 : 0));
  const start = line.take(
    '(?:vào )?đầu tháng (?:sau|tới)|(?:at )?(?:the )?(?:start|beginning) of next month',
  );
  return start && addMonths(firstOfMonth(today), 1);
}

const isNext = ({ 1: vietnamese, 2: english }: RegExpMatchArray) =>
  /^(?:sau|t[ớo]i|next)$/u.test(vietnamese ?? english ?? '');
/** Not of a month by its number, nor by the moon. */
const free = (_match: unknown, { after }: Around) =>
  !/^ ?(?:\d{1,2}(?! ?[hg:])|âm|giêng|chạp|một|hàng|mỗi|hằng)/iu.test(after);

/** Mai is a name too, a flower, and a part of words; `nay` is today only behind a part of the day. */
function readTomorrow(line: Line, today: string): string | null {
  const isTomorrow = (around: Around) =>
    (!isName(around.written) || (around.written === 'MAI' && isBeside({ ...around, after: '.' }))) &&
    !/(?:hoa|cây|khuyen|sao|cho|với|anh|chị|em|cô|bạn|bé|bà|cay|voi|chi|co|ban|be|ba) $/iu.test(
      around.before,
    ) &&
    !/^ (?:táng|mối|tang|moi|mốt|một|mot)(?!\p{L})/iu.test(around.after);
  if (line.take('mai', (_match, around) => isTomorrow(around))) return addDays(today, 1);
  const isToday = ({ before }: Around) =>
    before.trim() === '' || isBeside({ written: '', before, after: '.' });
  if (line.take('nay', (_match, around) => !isName(around.written) && isToday(around))) return today;
  // `mốt` by itself is a fashion, and a part of numbers.
  if (line.isAccented && line.take('mốt', (_match, { before }) => BEHIND_TIME.test(before)))
    return addDays(today, 2);
  return line.take('tonight') ? today : null;
}

function readDate(line: Line, today: string): string | null {
  let day: string | null = null;
  /** Takes what is a day of the calendar: `31/2` and `45 Nguyễn Trãi` are left alone. */
  const isDate = (date?: string, month?: string, year?: string) => {
    day = dateOf(Number(date), monthOf(month), year, today);
    return day !== null;
  };
  const isFree = ({ before, after }: Around) => !NUMBERED.test(before) && !PART.test(after);
  if (
    line.take(
      String.raw`(?:ngày |on )*(\d{1,2}) ?/ ?(\d{1,2})(?: ?/ ?(\d{4}|\d\d))?`,
      (match, around) => isFree(around) && isDate(match[1], match[2], match[3]),
    ) ||
    line.take(
      String.raw`(?:ngày |on )*(\d{1,2})[.-](\d{1,2})[.-](\d{4}|\d\d)|(?:ngày |on )(\d{1,2})[.-](\d{1,2})`,
      ({ 1: date, 2: month, 3: year, 4: shortDate, 5: shortMonth }, around) =>
        isFree(around) && isDate(date ?? shortDate, month ?? shortMonth, year),
    ) ||
    line.take(
      String.raw`(?:ngày )?(\d{1,2}) tháng (\d{1,2})(?: năm (\d{4}))?`,
      (match, { after }) =>
        !/^ (?:triệu|trieu|tỷ|nghìn)/iu.test(after) && isDate(match[1], match[2], match[3]),
    )
  )
    return day;
  if (
    line.isEnglish &&
    (line.take(
      String.raw`(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${ENGLISH_MONTH})(?:,? (\d{4}))?`,
      (match) => isDate(match[1], match[2], match[3]),
    ) ||
      line.take(String.raw`(?:on )?(${ENGLISH_MONTH}) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?`, (match) =>
        isDate(match[2], match[1], match[3]),
      ))
  )
    return day;
  const alone = line.take(
    String.raw`(?:ngày )?(?:mùng|mồng) ([2-9]|10)|ngày (\d{1,2})|on the (\d{1,2})(?:st|nd|rd|th)`,
    (match, { after }) =>
      !TIMES.test(after) && !isLunarBefore(after) && dayInMonth(numberIn(match), today) !== null,
  );
  return alone && dayInMonth(numberIn(alone), today);
}

function numberIn({ 1: first, 2: plain, 3: english }: RegExpMatchArray): string | undefined {
  return first ?? plain ?? english;
}

function dayInMonth(number: string | undefined, today: string): string | null {
  const date = String(Number(number)).padStart(2, '0');
  const here = `${today.slice(0, 7)}-${date}`;
  if (isDay(here) && here >= today) return here;
  return valid(`${addMonths(`${today.slice(0, 7)}-01`, 1).slice(0, 7)}-${date}`);
}

const monthOf = (name = '') => (/^\d/.test(name) ? Number(name) : MONTHS.indexOf(name.slice(0, 3)) + 1);

function dateOf(date: number, month: number, year: string | undefined, today: string): string | null {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = (of: string) => `${of}-${two(month)}-${two(date)}`;
  if (year !== undefined) return valid(day(year.padStart(4, '20')));
  // The next 29 February may be eight years away.
  const years = Array.from({ length: 9 }, (_, more) => String(Number(today.slice(0, 4)) + more));
  return years.map(day).find((next) => next >= today && isDay(next)) ?? null;
}

export function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

function valid(day: string): string | null {
  return isDay(day) ? day : null;
}
