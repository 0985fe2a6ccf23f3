import type { Period, PeriodicRule } from '@bocau/contract/messages.ts';
import { Temporal } from '@js-temporal/polyfill';
import rrule from 'rrule';
import { expect, it } from 'vitest';
import { type Prng, prng } from '../../demo-world/prng.ts';
import { isCalendarDay, nextDates, startOf } from './periodic-dates.ts';

const { RRule, Weekday } = rrule;
const HANOI = 'Asia/Ho_Chi_Minh';
const ZONES = [HANOI, 'UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'];

function rule(period: Period, given: Partial<PeriodicRule> = {}): PeriodicRule {
  return { period, time_send: '08:00', start_day: '2026-01-31', ...given };
}

/** The first dates of a rule as its zone shows them. */
function shown(given: PeriodicRule, count = 5, timeZone = HANOI, after = 0): string[] {
  return nextDates(given, timeZone, { after, sentCount: 0 }, count).map((date) =>
    Temporal.Instant.fromEpochMilliseconds(date * 1000)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
  );
}

it('PE-5 skips no month that lacks the day', () => {
  expect(shown(rule({ by_month: { every_x_month: 1, day: 31 } }))).toEqual([
    '2026-01-31T08:00',
    '2026-02-28T08:00',
    '2026-03-31T08:00',
    '2026-04-30T08:00',
    '2026-05-31T08:00',
  ]);
  expect(shown(rule({ by_year: { month: 2, day: 29 } }), 3)).toEqual([
    '2026-02-28T08:00',
    '2027-02-28T08:00',
    '2028-02-29T08:00',
  ]);
});

it('PE-3 takes the fifth week for the last one', () => {
  expect(shown(rule({ by_month: { every_x_month: 1, weekday_of_month: [5, 4] } }), 4)).toEqual([
    '2026-02-27T08:00',
    '2026-03-27T08:00',
    '2026-04-24T08:00',
    '2026-05-29T08:00',
  ]);
});

it('PE-5 ends at whichever end comes first', () => {
  const daily = rule({ by_days: 10 }, { end_day: '2026-02-20', end_after: 5 });
  expect(shown(daily)).toEqual(['2026-01-31T08:00', '2026-02-10T08:00', '2026-02-20T08:00']);
  expect(shown({ ...daily, end_after: 2 })).toHaveLength(2);
  expect(nextDates({ ...daily, end_after: 2 }, HANOI, { after: 0, sentCount: 2 }, 5)).toEqual([]);
});

it('PE-4 keeps the time on the wall across daylight saving', () => {
  const berlin = rule({ by_days: 1 }, { time_send: '02:30', start_day: '2026-03-28' });
  // On the 29th the clocks go from 2 to 3: half past two is not there, and half past three takes its place.
  expect(shown(berlin, 3, 'Europe/Berlin')).toEqual([
    '2026-03-28T02:30',
    '2026-03-29T03:30',
    '2026-03-30T02:30',
  ]);
});

it('goes on after a date that was sent', () => {
  const weekly = rule({ by_week: { every_x_weeks: 2, weekdays: [4, 0] } }, { start_day: '2026-01-01' });
  const [, , third = 0, fourth] = nextDates(weekly, HANOI, { after: 0, sentCount: 0 }, 4);
  expect(nextDates(weekly, HANOI, { after: third, sentCount: 3 }, 1)).toEqual([fourth]);
});

it('knows days that the calendar does not have', () => {
  expect(['2026-02-28', '2028-02-29', '2026-12-31'].map(isCalendarDay)).toEqual([true, true, true]);
  expect(['2026-02-29', '2026-04-31'].map(isCalendarDay)).toEqual([false, false]);
});

it('PE-2 PE-3 PE-5 agrees with another recurrence library on a thousand rules', () => {
  const random = prng('định kỳ');
  const { int: between, pick, chance } = random;
  for (let round = 0; round < 1000; round += 1) {
    const timeZone = pick(ZONES);
    const start = Temporal.PlainDate.from('2024-01-01').add({ days: between(0, 2000) });
    const given: PeriodicRule = {
      period: randomPeriod(random),
      time_send: `${String(between(0, 23)).padStart(2, '0')}:${String(between(0, 59)).padStart(2, '0')}`,
      start_day: start.toString(),
      end_day: chance(0.4) ? start.add({ days: between(0, 1500) }).toString() : null,
      end_after: chance(0.4) ? between(1, 12) : null,
    };
    const expected = byTheOther(given).map(
      (day) =>
        day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(given.time_send) })
          .epochMilliseconds / 1000,
    );
    const actual = nextDates(given, timeZone, { after: 0, sentCount: 0 }, 12);
    expect(actual, JSON.stringify({ given, timeZone })).toEqual(expected);
    if (actual[0] !== undefined) expect(startOf(given, timeZone)).toBeLessThanOrEqual(actual[0]);
  }
});

function randomPeriod({ int: between, pick }: Prng): Period {
  const which = () =>
    pick([true, false])
      ? { day: between(1, 31) }
      : { weekday_of_month: [pick([1, 2, 3, 4, 5] as const), between(0, 6)] as [1 | 2 | 3 | 4 | 5, number] };
  return pick<() => Period>([
    () => ({ by_days: between(1, 40) }),
    () => ({
      by_week: {
        every_x_weeks: between(1, 5),
        weekdays: [0, 1, 2, 3, 4, 5, 6].filter(() => pick([true, false])).concat(between(0, 6)),
      },
    }),
    () => ({ by_month: { every_x_month: between(1, 14), ...which() } }),
    () => ({ by_year: { month: between(1, 12), ...which() } }),
  ])();
}

/** The first twelve days of a rule, by the words of RFC 5545. */
function byTheOther({ period, start_day, end_day, end_after }: PeriodicRule): Temporal.PlainDate[] {
  const days = new RRule({
    dtstart: new Date(`${start_day}T00:00:00Z`),
    ...(end_day ? { until: new Date(`${end_day}T00:00:00Z`) } : {}),
    count: Math.min(12, end_after ?? 12),
    wkst: RRule.MO,
    ...inRfcWords(period),
  }).all();
  return days.map((day) => Temporal.PlainDate.from(day.toISOString().slice(0, 10)));
}

function inRfcWords(period: Period) {
  if ('by_days' in period) return { freq: RRule.DAILY, interval: period.by_days };
  if ('by_week' in period) {
    const { every_x_weeks, weekdays } = period.by_week;
    return { freq: RRule.WEEKLY, interval: every_x_weeks, byweekday: [...new Set(weekdays)] };
  }
  if ('by_month' in period) {
    const { every_x_month, day, weekday_of_month } = period.by_month;
    return { freq: RRule.MONTHLY, interval: every_x_month, ...dayWords(day, weekday_of_month) };
  }
  const { month, day, weekday_of_month } = period.by_year;
  return { freq: RRule.YEARLY, bymonth: month, ...dayWords(day, weekday_of_month) };
}

/** The last of all days up to the one that is meant is that one, or the month's last. */
function dayWords(day: number | undefined, weekday: [number, number] | undefined) {
  if (weekday) {
    const [week, name] = weekday;
    return { byweekday: [new Weekday(name, week === 5 ? -1 : week)] };
  }
  const upTo = [28, 29, 30, 31].filter((one) => one <= (day ?? 1));
  return upTo.length > 1 ? { bymonthday: upTo, bysetpos: -1 } : { bymonthday: day ?? 1 };
}
