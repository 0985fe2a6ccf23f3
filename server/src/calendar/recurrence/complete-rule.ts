import { dateOf, weekdayOf } from './day-numbers.ts';
import { FREQUENCIES, type Frequency, type Rule } from './rule.ts';

const DAY = 24 * 3600;

/** A rule with what it leaves to the start of its event: the day where it names none, and the time of day. */
export function completeRule(rule: Rule, start: number): Rule {
  const time = ((start % DAY) + DAY) % DAY;
  const isCoarser = (than: Frequency) => FREQUENCIES.indexOf(rule.frequency) > FREQUENCIES.indexOf(than);
  const orStart = (given: number[], own: number, unit: Frequency) =>
    given.length > 0 || !isCoarser(unit) ? sorted(given) : [own];
  return {
    ...rule,
    ...daysFromStart(rule, Math.floor(start / DAY)),
    hours: orStart(rule.hours, Math.floor(time / 3600), 'HOURLY'),
    minutes: orStart(rule.minutes, Math.floor(time / 60) % 60, 'MINUTELY'),
    seconds: orStart(rule.seconds, time % 60, 'SECONDLY'),
  };
}

function daysFromStart(rule: Rule, start: number): Partial<Rule> {
  const { weeks, yearDays, monthDays, days } = rule;
  const weekday = { weekday: weekdayOf(start), position: null };
  const { month, day } = dateOf(start);
  if (rule.frequency === 'WEEKLY') return days.length > 0 ? {} : { days: [weekday] };
  const namesDay = yearDays.length + monthDays.length + days.length > 0;
  if (namesDay) return {};
  if (rule.frequency === 'MONTHLY') return { monthDays: [day] };
  if (rule.frequency !== 'YEARLY') return {};
  if (weeks.length > 0) return { days: [weekday] };
  return { monthDays: [day], months: rule.months.length > 0 ? rule.months : [month] };
}

function sorted(numbers: number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
