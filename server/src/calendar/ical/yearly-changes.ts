import { WEEKDAYS } from '../recurrence/rule.ts';

export type OffsetAt = (moment: number) => number;
/** From `at` on clocks show `after` seconds more than UTC, instead of `before`. */
export type ClockChange = { at: number; before: number; after: number };
/** A change that comes each year without an end, and those changes that its RRULE says. */
type YearlyRule = { text: string; covered: ClockChange[] };

const DAY = 24 * 3600;
/** After so many years each date has been on each weekday, in years of both lengths. */
const CYCLE = 28;
const COMMON_YEAR = 2001;

/**
 * The rules by which clocks change after `to`. None where a change that still comes follows no rule, as those of Morocco,
 * which go by the moon.
 */
export function yearlyRules(changes: readonly ClockChange[], to: number, offsetAt: OffsetAt): YearlyRule[] {
  const present = changes.filter(({ at }) => at >= to - 366 * DAY);
  const rules = present.flatMap((last) => ruleOf(changes, last, offsetAt) ?? []);
  return rules.length === present.length ? rules : [];
}

function ruleOf(changes: readonly ClockChange[], last: ClockChange, offsetAt: OffsetAt): YearlyRule | null {
  const { before, after } = last;
  const shown = new Date((last.at + before) * 1000);
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()];
  const time = (last.at + before) % DAY;
  const momentIn = (other: number, firstDay: (length: number) => number) => {
    const first = new Date(Date.UTC(other, month, firstDay(daysIn(other, month))));
    const until = (shown.getUTCDay() - first.getUTCDay() + 7) % 7;
    return first.getTime() / 1000 + until * DAY + time - before;
  };
  for (const { days, firstDay } of weeksAround(day, daysIn(COMMON_YEAR, month))) {
    const holds = Array.from({ length: CYCLE }, (_, ahead) => momentIn(year + ahead, firstDay)).every(
      (at) => offsetAt(at - 1) === before && offsetAt(at) === after,
    );
    if (!holds) continue;
    const covered: ClockChange[] = [];
    for (const change of changes.filter((one) => one.before === before && one.after === after).toReversed()) {
      if (change.at !== momentIn(year - covered.length, firstDay)) break;
      covered.unshift(change);
    }
    return { text: `FREQ=YEARLY;BYMONTH=${month + 1};${days(nameOf(shown))}`, covered };
  }
  return null;
}

type Week = { days(weekday: string): string; firstDay(lengthOfMonth: number): number };

/** The seven days of a month, one of which is the weekday, as rules name them: the last ones, a week, or any seven. */
function weeksAround(day: number, lengthOfMonth: number): Week[] {
  const isLast = day + 7 > lengthOfMonth;
  const position = Math.ceil(day / 7);
  return [
    ...(isLast
      ? [{ days: (weekday: string) => `BYDAY=-1${weekday}`, firstDay: (length: number) => length - 6 }]
      : []),
    ...(position < 5
      ? [{ days: (weekday: string) => `BYDAY=${position}${weekday}`, firstDay: () => position * 7 - 6 }]
      : []),
    ...Array.from({ length: 7 }, (_, back) => day - back)
      .filter((first) => first >= 1 && first + 6 <= lengthOfMonth)
      .map((first) => ({
        days: (weekday: string) => `BYDAY=${weekday};BYMONTHDAY=${sevenFrom(first).join()}`,
        firstDay: () => first,
      })),
  ];
}

const sevenFrom = (first: number) => Array.from({ length: 7 }, (_, at) => first + at);
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
const nameOf = (date: Date) => WEEKDAYS[(date.getUTCDay() + 6) % 7] ?? '';
