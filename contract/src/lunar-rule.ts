import { type LunarDay, vietnameseCalendar } from './lunar-calendar.ts';

/**
 * How an event repeats by the lunar calendar, in the form of RFC 7529: each year on a day of a month, or each month on
 * some days. Leap months count only for those of each month; the 30th of a month of 29 days is its last.
 */
export type LunarRule = {
  every: 'year' | 'month';
  /** Of a year: 1 to 12. */
  month: number | null;
  /** 1 to 30; of a year one. */
  days: number[];
  /** The last day on which it may happen, as `20261231`. */
  until: string | null;
};

const SCALE = 'RSCALE=VIETNAMESE';
const RULE =
  /^RSCALE=VIETNAMESE;FREQ=(YEARLY|MONTHLY)(?:;BYMONTH=(\d\d?))?;BYMONTHDAY=([\d,]+)(?:;UNTIL=(\d{8}))?$/;
const MOST_DAYS = 5;
const DAY_MS = 24 * 3600 * 1000;

export function isLunarRule(text: string): boolean {
  return text.startsWith(SCALE);
}

/** Null for what is none. */
export function parseLunarRule(text: string): LunarRule | null {
  const [, frequency, month, listed = '', until = null] = RULE.exec(text) ?? [];
  if (frequency === undefined) return null;
  const every = frequency === 'YEARLY' ? 'year' : 'month';
  const days = listed.split(',').map(Number);
  const isFit =
    (every === 'year') === (month !== undefined) &&
    (month === undefined || (Number(month) >= 1 && Number(month) <= 12)) &&
    days.every((day) => day >= 1 && day <= 30) &&
    days.length <= (every === 'year' ? 1 : MOST_DAYS);
  return isFit ? { every, month: month === undefined ? null : Number(month), days, until } : null;
}

export function writeLunarRule({ every, month, days, until }: LunarRule): string {
  return [
    `${SCALE};FREQ=${every === 'year' ? 'YEARLY' : 'MONTHLY'}`,
    ...(month === null ? [] : [`BYMONTH=${month}`]),
    `BYMONTHDAY=${days.join(',')}`,
    ...(until === null ? [] : [`UNTIL=${until}`]),
  ].join(';');
}

/** The days of the rule after one and up to another, both counted from 1 January 1970, in their order. */
export function lunarDates(rule: LunarRule, after: number, to: number): number[] {
  const last = rule.until === null ? to : Math.min(to, dayOf(rule.until));
  const months = rule.every === 'year' ? monthsOfYears(rule, after, last) : monthsWithin(after, last);
  const dates = months.flatMap((month) => rule.days.map((day) => dateIn(month, day)));
  const found = new Set(dates.filter((date) => date !== null && date > after && date <= last));
  return ([...found] as number[]).sort((one, other) => one - other);
}

/** The month of the rule in each lunar year that may have such a day. */
function monthsOfYears({ month }: LunarRule, after: number, last: number): LunarDay[] {
  const [first, end] = [after, last].map((day) => new Date(day * DAY_MS).getUTCFullYear());
  const years = Array.from({ length: (end ?? 0) - (first ?? 0) + 2 }, (_, at) => (first ?? 0) - 1 + at);
  return years.map((year) => ({ year, month: month ?? 1, day: 1, leap: false }));
}

/** The first days of the months that have a day after one and up to another. */
function monthsWithin(after: number, last: number): LunarDay[] {
  const months: LunarDay[] = [];
  let lunar = vietnameseCalendar.lunarDayOf(after + 1);
  for (let day = after + 1; lunar && day <= last; lunar = vietnameseCalendar.lunarDayOf(day)) {
    const first = { ...lunar, day: 1 };
    months.push(first);
    day = day - lunar.day + 1 + (vietnameseCalendar.solarDayOf({ ...first, day: 30 }) === null ? 29 : 30);
  }
  return months;
}

function dateIn(month: LunarDay, day: number): number | null {
  const found = vietnameseCalendar.solarDayOf({ ...month, day });
  return found ?? (day === 30 ? vietnameseCalendar.solarDayOf({ ...month, day: 29 }) : null);
}

function dayOf(written: string): number {
  const [year, month, day] = [written.slice(0, 4), written.slice(4, 6), written.slice(6)].map(Number);
  return Math.floor(Date.UTC(year ?? 0, (month ?? 1) - 1, day) / DAY_MS);
}
