import { dateOf, dayOf, weekdayOf, weekNumbersOf } from './day-numbers.ts';
import type { Rule } from './rule.ts';

/** Days from `first` up to `end`, which is not among them. */
export type Period = { first: number; end: number };

/** Whether a rule takes a day; parts that are not in the rule allow every day. */
export type TakesDay = (day: number) => boolean;

export function dayFilter(rule: Rule): TakesDay {
  const tests = [monthTest, weekTest, yearDayTest, monthDayTest, weekdayTest].flatMap(
    (test) => test(rule) ?? [],
  );
  return (day) => tests.every((test) => test(day));
}

function monthTest({ months }: Rule): TakesDay | null {
  return months.length === 0 ? null : (day) => months.includes(dateOf(day).month);
}

function weekTest({ weeks, weekStart }: Rule): TakesDay | null {
  return weeks.length === 0
    ? null
    : (day) => weekNumbersOf(day, weekStart).some((number) => weeks.includes(number));
}

function yearDayTest({ yearDays }: Rule): TakesDay | null {
  if (yearDays.length === 0) return null;
  return (day) => isAt(yearDays, day, yearOf(day));
}

function monthDayTest({ monthDays }: Rule): TakesDay | null {
  if (monthDays.length === 0) return null;
  return (day) => isAt(monthDays, day, monthOf(day));
}

/** "The second Friday" is one of its month; of its year only where a yearly rule names no month. */
function weekdayTest({ days, frequency, months }: Rule): TakesDay | null {
  if (days.length === 0) return null;
  const spanOf = frequency === 'YEARLY' && months.length === 0 ? yearOf : monthOf;
  return (day) => {
    const weekday = weekdayOf(day);
    return days.some(
      (one) => one.weekday === weekday && (one.position === null || isNth(one.position, day, spanOf(day))),
    );
  };
}

function isNth(position: number, day: number, { first, end }: Period): boolean {
  return position > 0
    ? Math.floor((day - first) / 7) + 1 === position
    : Math.floor((end - 1 - day) / 7) + 1 === -position;
}

function isAt(wanted: number[], day: number, { first, end }: Period): boolean {
  return wanted.includes(day - first + 1) || wanted.includes(day - end);
}

function yearOf(day: number): Period {
  const { year } = dateOf(day);
  return { first: dayOf(year, 1, 1), end: dayOf(year + 1, 1, 1) };
}

function monthOf(day: number): Period {
  const { year, month } = dateOf(day);
  return { first: dayOf(year, month, 1), end: dayOf(year, month + 1, 1) };
}
