import { fold } from '@bocau/contract/fold.ts';
import type { PartOfDay } from '../../../lib/part-of-day.ts';
import { CLOCK, type Clock, clockOf, DAY_MINUTES, isOfDay, minutesOf, plainClock } from './read-clock.ts';
import { NUMBERED as OF_THING } from './read-day.ts';
import { PERIOD, readPeriod } from './read-period.ts';
import { type Around, isBeside, type Line, TAKEN } from './read-spans.ts';

export const TO = ' ?(?:-|–|—|to|đến|tới|until|till) ?';
/** Folded, behind an hour that has no unit. */
const ENDS = new RegExp(
  `^ ?(?:$|[,.;)]|${TAKEN})|^ (?:mai|mot|nay|hom|ngay|thu|t[2-7]|cn|chu nhat|\\d{1,2}/|phong|tai|o|voi|today|tomorrow|tonight|next|this|on|at|in|with|mon|tue|wed|fri|sat|sun)(?![\\p{L}])`,
  'u',
);
export const BEHIND_DAY = new RegExp(
  `(?:^|${TAKEN}|(?<!\\p{L})(?:mai|mot|nay|kia|thu \\S+|t[2-7]|cn|chu nhat|today|tomorrow|\\p{L}+day|mon|tue|wed|thu|fri|sat|sun)|/\\d+)[\\s,]*$`,
  'u',
);
/** Behind a range that goes on past midnight. */
const NEXT_DAY = '(?:ngày )?hôm sau|(?:the )?next day';
const NUMBERED = new RegExp(
  `(?<!\\p{L})(?:${[
    'phong|tang|quy|lop|so|tap|bai|chuong|phan|dot|lan|khoa|ca|to|doi|nhom|quan|cong|trang|dieu|muc|khoan|thang|tuoi',
    'hop dong|hd|hoa don|du an|tran|ty so|ti so|ty le|ti le|thang|room|floor|chapter|part|no|class|gate|phase|page',
    '(?:room|floor|chapter|part|class|phase|page)s|size|version|score|won|lost',
  ].join('|')}) $`,
  'u',
);

/** Of numbers without a unit. */
export const LONGEST = 10 * 60;

type TimeRange = { start: number; end: number };

/** `9h-11h`, `7-9pm`; null where no such time is said. */
export function readRange(line: Line): TimeRange | null {
  const found = findRange(line);
  if (found && found.end > DAY_MINUTES) line.take(NEXT_DAY, (_match, around) => isBeside(around));
  return found;
}

function findRange(line: Line): TimeRange | null {
  return (
    takeRange(line, `(?:from |từ |lúc )?${CLOCK}${TO}${CLOCK}`, (found) => [
      clockOf(found.slice(0, 7), line),
      clockOf(found.slice(7, 14), line),
    ]) ??
    takeRange(
      line,
      String.raw`(?:from )?(\d{1,2})(?::(\d\d))? ?(am|pm)?${TO}(\d{1,2})(?::(\d\d))? ?(am|pm)`,
      ([hour, minute, half, hourTo, minuteTo, halfTo]) => {
        const from = plainClock(hour, minute, half);
        const till = plainClock(hourTo, minuteTo, halfTo);
        // `11 to 1pm` begins in the morning.
        const begun = from.hour % 12 <= till.hour % 12 ? till.period : 'morning';
        return [{ ...from, period: from.period ?? begun }, till];
      },
    ) ??
    takeRange(
      line,
      String.raw`(?:from |từ )?(\d{1,2})${TO}(\d{1,2}) ?(?:h|giờ)(?: (${PERIOD}))?`,
      ([hour, hourTo, period]) => [
        plainClock(hour, undefined, period),
        plainClock(hourTo, undefined, period),
      ],
    ) ??
    takeRange(
      line,
      String.raw`(?:from |từ )?(\d{1,2})${TO}(\d{1,2}) (?:(?:buổi )?(${PERIOD})|in the (morning|afternoon|evening))`,
      ([hour, hourTo, period, phrase]) => [
        plainClock(hour, undefined, undefined),
        plainClock(hourTo, undefined, period ?? phrase),
      ],
      (around, { start, end }) => isOfHours(around) && end - start <= LONGEST,
    ) ??
    takeRange(
      line,
      String.raw`(?:from )?(\d{1,2})(?::(\d\d))? ?(am|pm)${TO}(\d{1,2})(?::(\d\d))?`,
      ([hour, minute, half, hourTo, minuteTo]) => [
        plainClock(hour, minute, half),
        plainClock(hourTo, minuteTo, undefined),
      ],
      isEnd,
    ) ??
    takeRange(
      line,
      String.raw`(?:from |từ |lúc )?${CLOCK}${TO}(\d{1,2})(?: (?:buổi )?(${PERIOD}))?`,
      (found) => [clockOf(found.slice(0, 7), line), plainClock(found[7], undefined, found[8])],
      isEnd,
    ) ??
    takeRange(
      line,
      String.raw`(?:from |từ |lúc )?(\d{1,2})${TO}${CLOCK}`,
      ([hour, ...found]) => [plainClock(hour, undefined, undefined), clockOf(found, line)],
      isBegin,
    )
  );
}

/** `9h đến 10 người` ends nowhere. */
export function isEnd({ written, after }: Around): boolean {
  return /\d[apm]*[-–—]\d/iu.test(written) || ENDS.test(fold(after));
}

/** `phòng 3 - 9h30` begins nowhere. */
function isBegin({ written, before }: Around): boolean {
  if (/^\d+ [-–—]/u.test(written)) return BEHIND_DAY.test(fold(before));
  return !NUMBERED.test(fold(before));
}

/** `phòng 9-10` are two rooms; a number of a shift is none after noon. */
export function isOfHours({ written, before }: Around): boolean {
  const told = fold(before);
  const isShift = / ca $/u.test(told) && /(?:1[3-9]|2\d)$/.test(written);
  return (isShift || !NUMBERED.test(told)) && !OF_THING.test(before);
}

function takeRange(
  line: Line,
  source: string,
  clocks: (groups: (string | undefined)[]) => [Clock, Clock],
  isMeant: (around: Around, hours: TimeRange) => boolean = () => true,
): TimeRange | null {
  const found = line.take(source, (match, around) => {
    const [from, till] = clocks(match.slice(1));
    const hours = range(from, till, null);
    return hours !== null && isOfDay(around) && isMeant(around, hours);
  });
  return found && range(...clocks(found.slice(1)), readPeriod(line));
}

export function range(from: Clock, till: Clock, period: PartOfDay | null): TimeRange | null {
  const later = till.period ?? period;
  // `8h-5h chiều` begins in the morning.
  const begun = later === 'afternoon' && from.hour % 12 > till.hour % 12 ? 'morning' : later;
  const start = startOf({ ...from, period: from.period ?? (from.isExact ? null : begun) }, till);
  if (start === null) return null;
  const said = minutesOf({ ...till, period: till.period ?? (till.isExact ? null : (from.period ?? period)) });
  if (said === null) return null;
  // `8h - 5h` ends in the afternoon.
  const end =
    said > start ? said : said + 12 * 60 > start && till.hour <= 12 ? said + 12 * 60 : said + DAY_MINUTES;
  return { start, end };
}

/** `6h-14h` begins in the morning: at 18 it would go on until the next day. */
function startOf(from: Clock, till: Clock): number | null {
  const start = minutesOf(from);
  const isLater = start !== null && start >= till.hour * 60 + till.minute;
  return till.hour > 12 && isLater && from.period === null && from.hour < till.hour
    ? from.hour * 60 + from.minute
    : start;
}
