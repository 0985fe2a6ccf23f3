import type { PartOfDay } from '../../../lib/part-of-day.ts';
import { CLOCK, type Clock, clockOf, DAY_MINUTES, isOfDay, minutesOf, plainClock } from './read-clock.ts';
import { PERIOD, readPeriod } from './read-period.ts';
import type { Line } from './read-spans.ts';

type TimeRange = { start: number; end: number };

/** `9h-11h`, `7-9pm`; null where no such time is said. */
export function readRange(line: Line): TimeRange | null {
  const to = ` ?(?:-|–|—|to|đến|tới|until|till) ?`;
  return (
    takeRange(line, `(?:from |từ |lúc )?${CLOCK}${to}${CLOCK}`, (found) => [
      clockOf(found.slice(0, 7)),
      clockOf(found.slice(7, 14)),
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
    takeRange(line, String.raw`(?:from |từ )?(\d{1,2}):(\d\d)${to}(\d{1,2})`, ([hour, minute, hourTo]) => [
      plainClock(hour, minute, undefined),
      plainClock(hourTo, undefined, undefined),
    ]) ??
    takeRange(
      line,
      String.raw`(?:from |từ )?(\d{1,2})${to}(\d{1,2}) ?(?:h|giờ)(?: (${PERIOD}))?`,
      ([hour, hourTo, period]) => [
        plainClock(hour, undefined, period),
        plainClock(hourTo, undefined, period),
      ],
    )
  );
}

function takeRange(
  line: Line,
  source: string,
  clocks: (groups: (string | undefined)[]) => [Clock, Clock],
): TimeRange | null {
  const found = line.take(source, (match, around) => {
    const [from, till] = clocks(match.slice(1));
    return isOfDay(around) && range(from, till, null) !== null;
  });
  return found && range(...clocks(found.slice(1)), readPeriod(line));
}

function range(from: Clock, till: Clock, period: PartOfDay | null): TimeRange | null {
  const start = minutesOf({
    ...from,
    period: from.period ?? (from.isExact ? null : (till.period ?? period)),
  });
  if (start === null) return null;
  const said = minutesOf({ ...till, period: till.period ?? (till.isExact ? null : (from.period ?? period)) });
  if (said === null) return null;
  // `8h - 5h` ends in the afternoon.
  const end =
    said > start ? said : said + 12 * 60 > start && till.hour <= 12 ? said + 12 * 60 : said + DAY_MINUTES;
  return { start, end };
}
