import { completeRule } from './complete-rule.ts';
import { dateOf, dayOf, weekOf } from './day-numbers.ts';
import { dayFilter, type Period, type TakesDay } from './days-of-period.ts';
import type { Rule } from './rule.ts';

const DAY = 24 * 3600;
/** After this year nothing repeats any more. */
const END_OF_TIME = dayOf(2200, 1, 1);

/**
 * How much work the expansion of a rule may still be: days looked at and times found. A rule that never finds a
 * day, or one for each second, ends by it.
 */
export type Effort = { left: number };

/** Whether the effort sufficed; what was found until then is right. */
export class TooMuchEffort extends Error {}

/**
 * The times of a rule in their order, in seconds of the clock at the place of its event, from `from` on. The start
 * is always the first one, as RFC 5545 has it, also where the rule would not find it.
 */
export function* expandRule(given: Rule, start: number, from: number, effort: Effort): Generator<number> {
  const rule = completeRule(given, start);
  const most = rule.count ?? Number.POSITIVE_INFINITY;
  let counted = 1;
  if (start >= from) yield start;
  // Times are only counted from the start on.
  const since = rule.count === null ? Math.max(from, start) : start;
  for (const time of timesOf(rule, start, since, effort)) {
    if (counted >= most || (rule.until !== null && time > rule.until)) return;
    spend(effort, 1);
    if (time <= start) continue;
    counted += 1;
    if (time >= from) yield time;
  }
}

function* timesOf(rule: Rule, start: number, since: number, effort: Effort): Generator<number> {
  const takesDay = dayFilter(rule);
  if (rule.frequency === 'HOURLY' || rule.frequency === 'MINUTELY' || rule.frequency === 'SECONDLY') {
    yield* timesWithinDays(rule, start, since, { takesDay, effort });
    return;
  }
  // All seconds of a day are 86,400 in each of many rules.
  spend(effort, rule.hours.length * rule.minutes.length * rule.seconds.length);
  const times = rule.hours.flatMap((hour) =>
    rule.minutes.flatMap((minute) => rule.seconds.map((second) => hour * 3600 + minute * 60 + second)),
  );
  for (const period of periodsOf(rule, Math.floor(start / DAY), Math.floor(since / DAY))) {
    spend(effort, 1 + (period.end - period.first));
    const days: number[] = [];
    for (let day = period.first; day < period.end; day += 1) if (takesDay(day)) days.push(day);
    const timeAt = (index: number) =>
      (days[Math.floor(index / times.length)] ?? 0) * DAY + (times[index % times.length] ?? 0);
    for (const index of taken(rule.positions, days.length * times.length)) yield timeAt(index);
  }
}

/** The years, months, weeks or days that a rule looks at, from the one before `since` on. */
function* periodsOf(
  { frequency, interval, weekStart }: Rule,
  start: number,
  since: number,
): Generator<Period> {
  const { year, month } = dateOf(start);
  const then = dateOf(since);
  const passed = (units: number) => Math.max(0, Math.floor(units / interval) - 1) * interval;
  switch (frequency) {
    case 'YEARLY':
      for (let at = year + passed(then.year - year); dayOf(at, 1, 1) < END_OF_TIME; at += interval)
        yield { first: dayOf(at, 1, 1), end: dayOf(at + 1, 1, 1) };
      return;
    case 'MONTHLY': {
      const months = (then.year - year) * 12 + then.month - month;
      for (let at = month + passed(months); dayOf(year, at, 1) < END_OF_TIME; at += interval)
        yield { first: dayOf(year, at, 1), end: dayOf(year, at + 1, 1) };
      return;
    }
    default: {
      const length = frequency === 'WEEKLY' ? 7 : 1;
      const first = frequency === 'WEEKLY' ? weekOf(start, weekStart) : start;
      const skipped = passed(Math.floor((since - first) / length));
      for (let at = first + skipped * length; at < END_OF_TIME; at += interval * length)
        yield { first: at, end: at + length };
    }
  }
}

type Within = { takesDay: TakesDay; effort: Effort };

/** Of rules that repeat by the hour, the minute or the second. Days, hours and minutes that are not taken are leapt over. */
function* timesWithinDays(
  rule: Rule,
  start: number,
  since: number,
  { takesDay, effort }: Within,
): Generator<number> {
  const unit = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 }[
    rule.frequency as 'HOURLY' | 'MINUTELY' | 'SECONDLY'
  ];
  const step = rule.interval * unit;
  const first = Math.floor(start / unit) * unit;
  const nextFrom = (time: number) => first + Math.ceil((time - first) / step) * step;
  let at = Math.max(first, nextFrom(since - step));
  while (at < END_OF_TIME * DAY) {
    spend(effort, 1);
    const day = Math.floor(at / DAY);
    const hour = Math.floor(at / 3600) % 24;
    const minute = Math.floor(at / 60) % 60;
    if (!takesDay(day)) at = nextFrom((day + 1) * DAY);
    else if (!takes(rule.hours, hour)) at = nextFrom((Math.floor(at / 3600) + 1) * 3600);
    else if (unit < 3600 && !takes(rule.minutes, minute)) at = nextFrom((Math.floor(at / 60) + 1) * 60);
    else if (unit === 1 && !takes(rule.seconds, at % 60)) at = nextFrom(at + 1);
    else {
      const { length, timeAt } = timesFrom(rule, at, unit);
      for (const index of taken(rule.positions, length)) yield timeAt(index);
      at += step;
    }
  }
}

/** The times within an hour or a minute that was found, in their order. */
function timesFrom(
  { minutes, seconds }: Rule,
  at: number,
  unit: number,
): { length: number; timeAt: (index: number) => number } {
  if (unit === 1) return { length: 1, timeAt: () => at };
  const secondAt = (index: number) => seconds[index % seconds.length] ?? 0;
  if (unit === 60) return { length: seconds.length, timeAt: (index) => at + secondAt(index) };
  const minuteAt = (index: number) => minutes[Math.floor(index / seconds.length)] ?? 0;
  return {
    length: minutes.length * seconds.length,
    timeAt: (index) => at + minuteAt(index) * 60 + secondAt(index),
  };
}

function takes(wanted: number[], value: number): boolean {
  return wanted.length === 0 || wanted.includes(value);
}

/** Which of so many times are taken: without positions all. Of those, no more is made than is taken: a year has millions. */
function* taken(positions: number[], length: number): Generator<number> {
  if (positions.length === 0) {
    for (let index = 0; index < length; index += 1) yield index;
    return;
  }
  const found = positions.map((position) => (position > 0 ? position - 1 : length + position));
  const present = new Set(found.filter((index) => index >= 0 && index < length));
  yield* [...present].toSorted((a, b) => a - b);
}

function spend(effort: Effort, units: number): void {
  effort.left -= units;
  if (effort.left < 0) throw new TooMuchEffort();
}
