import { FREQUENCIES, type Frequency, type Rule, WEEKDAYS, type Weekday } from './rule.ts';

const MOST_VALUES = 400;
const MOST_COUNT = 1_000_000;

/** Turns the UNTIL of a rule into seconds of the clock at the place of its event; null where it can't be read. */
export type ReadUntil = (written: string) => number | null;

/** Null: no rule, or one that RFC 5545 does not allow. What is not allowed is refused rather than guessed at. */
export function parseRule(text: string, readUntil: ReadUntil): Rule | null {
  const parts = partsOf(text);
  const frequency = parts?.get('FREQ');
  if (!parts || !isFrequency(frequency)) return null;
  const until = parts.get('UNTIL');
  const rule = {
    frequency,
    interval: numbersOf(parts, 'INTERVAL', 1, 99_999, false),
    count: numbersOf(parts, 'COUNT', 1, MOST_COUNT, false),
    until: until === undefined ? null : readUntil(until),
    weekStart: WEEKDAYS.indexOf((parts.get('WKST') ?? 'MO') as 'MO'),
    months: numbersOf(parts, 'BYMONTH', 1, 12, false),
    weeks: numbersOf(parts, 'BYWEEKNO', 1, 53, true),
    yearDays: numbersOf(parts, 'BYYEARDAY', 1, 366, true),
    monthDays: numbersOf(parts, 'BYMONTHDAY', 1, 31, true),
    days: daysOf(parts),
    hours: numbersOf(parts, 'BYHOUR', 0, 23, false),
    minutes: numbersOf(parts, 'BYMINUTE', 0, 59, false),
    // 60 is a leap second, which no clock here shows.
    seconds: numbersOf(parts, 'BYSECOND', 0, 60, false)?.map((second) => Math.min(second, 59)) ?? null,
    positions: numbersOf(parts, 'BYSETPOS', 1, 366, true),
  };
  if (until !== undefined && rule.until === null) return null;
  if (rule.weekStart === -1) return null;
  const { interval, count, months, weeks, yearDays, monthDays, days, hours, minutes, seconds, positions } =
    rule;
  if (!interval || !count || !months || !weeks || !yearDays || !monthDays || !days) return null;
  if (!hours || !minutes || !seconds || !positions) return null;
  const read: Rule = {
    ...{ frequency, until: rule.until, weekStart: rule.weekStart as Weekday },
    ...{ interval: interval[0] ?? 1, count: count[0] ?? null },
    ...{ months, weeks, yearDays, monthDays, days, hours, minutes, seconds, positions },
  };
  return isAllowed(read) ? read : null;
}

function partsOf(text: string): Map<string, string> | null {
  const parts = new Map<string, string>();
  for (const part of text.trim().toUpperCase().split(';')) {
    // Many programs end a rule with a semicolon.
    if (part === '') continue;
    const [, name, value] = /^([A-Z-]+)=(.+)$/.exec(part) ?? [];
    if (name === undefined || value === undefined || parts.has(name)) return null;
    parts.set(name, value);
  }
  return parts;
}

function isFrequency(value: string | undefined): value is Frequency {
  return FREQUENCIES.some((one) => one === value);
}

function numbersOf(
  parts: Map<string, string>,
  name: string,
  least: number,
  most: number,
  fromTheEnd: boolean,
): number[] | null {
  const value = parts.get(name);
  if (value === undefined) return [];
  const written = value.split(',', MOST_VALUES + 1);
  if (written.length > MOST_VALUES) return null;
  const numbers = written.map((one) => (/^[+-]?\d{1,7}$/.test(one) ? Number(one) : Number.NaN));
  const isIn = (number: number) => number >= least && number <= most;
  if (!numbers.every((number) => isIn(number) || (fromTheEnd && isIn(-number)))) return null;
  return [...new Set(numbers)];
}

function daysOf(parts: Map<string, string>): Rule['days'] | null {
  const value = parts.get('BYDAY');
  if (value === undefined) return [];
  const written = value.split(',', MOST_VALUES + 1);
  if (written.length > MOST_VALUES) return null;
  const days = written.map((one) => {
    const [, position, name] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(one) ?? [];
    const number = position === undefined ? null : Number(position);
    if (name === undefined || number === 0 || Math.abs(number ?? 1) > 53) return null;
    return { weekday: WEEKDAYS.indexOf(name as 'MO') as Weekday, position: number };
  });
  return days.every((day) => day !== null) ? days : null;
}

/** What RFC 5545 says must not stand together. */
function isAllowed({ frequency, count, until, weeks, yearDays, monthDays, days, ...rule }: Rule): boolean {
  if (count !== null && until !== null) return false;
  const hasPosition = days.some(({ position }) => position !== null);
  if (hasPosition && frequency !== 'MONTHLY' && frequency !== 'YEARLY') return false;
  if (weeks.length > 0 && (hasPosition || frequency !== 'YEARLY')) return false;
  if (yearDays.length > 0 && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency)) return false;
  if (monthDays.length > 0 && frequency === 'WEEKLY') return false;
  const others = [rule.months, weeks, yearDays, monthDays, days, rule.hours, rule.minutes, rule.seconds];
  return rule.positions.length === 0 || others.some((one) => one.length > 0);
}
