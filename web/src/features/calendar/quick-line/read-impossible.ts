import { fold } from '@bocau/contract/fold.ts';
import type { Language } from '../../../i18n/i18n.ts';
import { ENGLISH_MONTH, isDay, MONTHS, NUMBERED, PART } from './read-day.ts';
import { isLunarBefore } from './read-lunar.ts';
import { createLine, type Line } from './read-spans.ts';

const START = String.raw`(?<![\p{L}\p{N}/.:,])`;
const END = String.raw`(?![\p{L}\p{N}/])`;
const FIGURES = new RegExp(
  String.raw`${START}(\d\d)(?: ?/ ?(\d{1,2})(?: ?/ ?(\d{4}|\d\d))?|[.-](\d{1,2})[.-](\d{4}))${END}`,
  'gu',
);
const WORDS = new RegExp(
  String.raw`${START}(?:ngày |ngay )?(\d\d) (?:tháng|thang) (\d{1,2})(?: (?:năm|nam) (\d{4}))?${END}`,
  'giu',
);
const DAY_ALONE = new RegExp(String.raw`${START}(?:ngày|ngay) (3[2-9])${END}`, 'giu');
const ENGLISH = new RegExp(
  String.raw`${START}(?:(?<first>\d\d)(?:st|nd|rd|th)?(?: of)? )?(?<month>${ENGLISH_MONTH})(?: (?<last>\d\d)(?:st|nd|rd|th)?)?(?:,? (?<year>\d{4}))?${END}`,
  'giu',
);
const CLOCK = new RegExp(
  String.raw`${START}(\d{1,2})(?: ?(h|giờ|gio) ?(\d\d)?|:(\d\d))(?![\p{L}\p{N}:])`,
  'giu',
);
/** `trong 25h` is a length of time. */
const LASTS = /(?:trong|vong|suot|moi|for|within) $/u;
/** `9h 90 phút` lasts so long. */
const MINUTES = /^ ?(?:phut|p|'|min)/u;
const HOURS = /^ (?:lam|hoc|day|tap|bay|choi|of)(?!\p{L})/u;
/** From a day that there is not to one that there is, and the other way: the day alone would be another. */
const OTHER_END = String.raw` ?(?:-|–|—|đến|den|tới|toi|to|until|till) ?(?:hết |ngày |het |ngay )*`;
const FIGURED = String.raw`\d{1,2}/\d{1,2}(?:/\d{2,4})?`;
const ENDS_AT = new RegExp(`^${OTHER_END}${FIGURED}${END}`, 'iu');
const BEGINS_AT = new RegExp(`${START}${FIGURED}${OTHER_END}$`, 'iu');
/** No later number is meant for a day of a month, nor for an hour of the day. */
const [LAST_DAY, LAST_HOUR] = [39, 29];
const LEAP_YEAR = '2028';

/** CL-401: the days and times that a line names and that there are not, `31/2` or `25h`. */
export function impossibleIn(text: string, language: Language): string[] {
  return leaveImpossible(createLine(text, language));
}

/** Leaves them in the title, where nothing else is read out of them; they are what it returns. */
export function leaveImpossible(line: Line): string[] {
  const text = line.rest();
  const days = [FIGURES, WORDS, DAY_ALONE, ...(line.isEnglish ? [ENGLISH] : [])]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter((match) => isNoDay(match) && isMeant(match, text));
  const times = [...text.matchAll(CLOCK)].filter((match) => isNoTime(match, text));
  for (const { index, 0: written } of [...days, ...times]) {
    const end = index + written.length;
    const before = BEGINS_AT.exec(text.slice(0, index))?.[0] ?? '';
    const after = ENDS_AT.exec(text.slice(end))?.[0] ?? '';
    line.leave(index - before.length, end + after.length);
  }
  return [...days, ...times].map(([written]) => written);
}

function isNoDay({
  1: date = '',
  2: month,
  3: year,
  4: dotted,
  5: dottedYear,
  groups,
}: RegExpMatchArray): boolean {
  if (groups) {
    const named = String(MONTHS.indexOf(groups.month?.slice(0, 3).toLowerCase() ?? '') + 1);
    const said = groups.last ?? groups.first;
    return said !== undefined && isBeyond(said, named, groups.year);
  }
  const said = month ?? dotted;
  return said === undefined ? true : isBeyond(date, said, year ?? dottedYear);
}

function isBeyond(date: string, month: string, year = LEAP_YEAR): boolean {
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date}`;
  return isMonth && Number(date) > 28 && Number(date) <= LAST_DAY && !isDay(day);
}

/** `hẻm 32/1` and `32/1 Nguyễn Trãi` are houses, `30/2 âm` is a day of the lunar calendar. */
function isMeant({ index = 0, 0: written }: RegExpMatchArray, text: string): boolean {
  const [before, after] = [text.slice(0, index), text.slice(index + written.length)];
  if (NUMBERED.test(before) || PART.test(after) || isLunarBefore(after) || /lunar $/iu.test(before))
    return false;
  return before.trim() === '' || !/^ \p{Lu}/u.test(after);
}

function isNoTime(
  { index = 0, 0: written, 1: hour, 2: unit, 3: sixty, 4: colon }: RegExpMatchArray,
  text: string,
): boolean {
  const minute = sixty ?? colon;
  if (/ \d\d$/.test(written) && MINUTES.test(fold(text.slice(index + written.length)))) return false;
  if (minute !== undefined) return Number(hour) <= 24 ? Number(minute) > 59 : Number(hour) <= LAST_HOUR;
  const isLength =
    LASTS.test(fold(text.slice(0, index))) || HOURS.test(fold(text.slice(index + written.length)));
  return unit?.toLowerCase() === 'h' && Number(hour) > 24 && Number(hour) <= LAST_HOUR && !isLength;
}
