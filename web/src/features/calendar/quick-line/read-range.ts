import { fold } from '@bocau/contract/fold.ts';
import type { PartOfDay } from '../../../lib/part-of-day.ts';
import { CLOCK, type Clock, clockOf, DAY_MINUTES, isOfDay, minutesOf, plainClock } from './read-clock.ts';
import { PERIOD, readPeriod } from './read-period.ts';
import { type Around, type Line, TAKEN } from './read-spans.ts';

/** Folded, behind an hour that has no unit. */
const ENDS = new RegExp(
  `^ ?(?:$|[,.;)]|${TAKEN})|^ (?:mai|mot|nay|hom|ngay|thu|t[2-7]|cn|chu nhat|\\d{1,2}/|phong|tai|o|voi|today|tomorrow|tonight|next|this|on|at|in|with|mon|tue|wed|fri|sat|sun)(?![\\p{L}])`,
  'u',
);
const BEHIND_DAY = new RegExp(
  `(?:^|${TAKEN}|(?<!\\p{L})(?:mai|mot|nay|kia|thu \\S+|t[2-7]|cn|chu nhat|today|tomorrow|\\p{L}+day|mon|tue|wed|thu|fri|sat|sun)|/\\d+)[\\s,]*$`,
  'u',
);
const NUMBERED =
  /(?<!\p{L})(?:phong|tang|quy|lop|so|tap|bai|chuong|phan|dot|lan|khoa|ca|to|doi|nhom|quan|cong|room|floor|chapters?|part|no|class|gate|phase|page) $/u;

type TimeRange = { start: number; end: number };

/** `9h-11h`, `7-9pm`; null where no such time is said. */
export function readRange(line: Line): TimeRange | null {
  const to = ` ?(?:-|–|—|to|đến|tới|until|till) ?`;
  return (
    takeRange(line, `(?:from |từ |lúc )?${CLOCK}${to}${CLOCK}`, (found) => [
      clockOf(found.slice(0, 7), line),
      clockOf(found.slice(7, 14), line),
    ]) ??
    takeRange(
      line,
      String.raw`(?:from )?(\d{1,2})(?::(\d\d))? ?(am|pm)?${to}(\d{1,2})(?::(\d\d))? ?(am|pm)`,
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
      String.raw`(?:from |từ )?(\d{1,2})${to}(\d{1,2}) ?(?:h|giờ)(?: (${PERIOD}))?`,
      ([hour, hourTo, period]) => [
        plainClock(hour, undefined, period),
        plainClock(hourTo, undefined, period),
      ],
    ) ??
    takeRange(
      line,
      String.raw`(?:from )?(\d{1,2})(?::(\d\d))? ?(am|pm)${to}(\d{1,2})(?::(\d\d))?`,
      ([hour, minute, half, hourTo, minuteTo]) => [
        plainClock(hour, minute, half),
        plainClock(hourTo, minuteTo, undefined),
      ],
      isEnd,
    ) ??
    takeRange(
      line,
      String.raw`(?:from |từ |lúc )?${CLOCK}${to}(\d{1,2})(?: (?:buổi )?(${PERIOD}))?`,
      (found) => [clockOf(found.slice(0, 7), line), plainClock(found[7], undefined, found[8])],
      isEnd,
    ) ??
    takeRange(
      line,
      String.raw`(?:from |từ |lúc )?(\d{1,2})${to}${CLOCK}`,
      ([hour, ...found]) => [plainClock(hour, undefined, undefined), clockOf(found, line)],
      isBegin,
    )
  );
}

/** `9h đến 10 người` ends nowhere. */
function isEnd({ written, after }: Around): boolean {
  return /\d[apm]*[-–—]\d/iu.test(written) || ENDS.test(fold(after));
}

/** `phòng 3 - 9h30` begins nowhere. */
function isBegin({ written, before }: Around): boolean {
  if (/^\d+ [-–—]/u.test(written)) return BEHIND_DAY.test(fold(before));
  return !NUMBERED.test(fold(before));
}

function takeRange(
  line: Line,
  source: string,
  clocks: (groups: (string | undefined)[]) => [Clock, Clock],
  isMeant: (around: Around) => boolean = () => true,
): TimeRange | null {
  const found = line.take(source, (match, around) => {
    const [from, till] = clocks(match.slice(1));
    return isOfDay(around) && isMeant(around) && range(from, till, null) !== null;
  });
  return found && range(...clocks(found.slice(1)), readPeriod(line));
}

function range(from: Clock, till: Clock, period: PartOfDay | null): TimeRange | null {
  const later = till.period ?? period;
  // `8h-5h chiều` begins in the morning.
  const begun = later === 'afternoon' && from.hour % 12 > till.hour % 12 ? 'morning' : later;
  const start = minutesOf({ ...from, period: from.period ?? (from.isExact ? null : begun) });
  if (start === null) return null;
  const said = minutesOf({ ...till, period: till.period ?? (till.isExact ? null : (from.period ?? period)) });
  if (said === null) return null;
  // `8h - 5h` ends in the afternoon.
  const end =
    said > start ? said : said + 12 * 60 > start && till.hour <= 12 ? said + 12 * 60 : said + DAY_MINUTES;
  return { start, end };
}
