import { writeWall } from '../calendar/ical/written-times.ts';

/** A series of which another program is asked when it happens. Times are seconds of the clock at its place. */
export type Series = { rule: string; start: number; zone: string; excluded: number[] };

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MONTH_DAYS = [1, 5, 13, 15, 28, 29, 30, 31, -1, -2, -5];
const ZONES = ['Asia/Ho_Chi_Minh', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
const DAY = 24 * 3600;

/** Series that are the same for the same seed. Of what programs compute differently nothing is in them. */
export function randomSeries(seed: number, count: number): Series[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => oneSeries(random));
}

type Random = {
  below(most: number): number;
  chance(share: number): boolean;
  one<T>(of: readonly T[]): T;
  some<T>(of: readonly T[], most: number): T[];
};

/** mulberry32. */
function generator(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (share) => next() < share,
    one: (of) => of[below(of.length)] as (typeof of)[number],
    some(of, most) {
      const left = [...of];
      return Array.from(
        { length: 1 + below(Math.min(most, left.length)) },
        () => left.splice(below(left.length), 1)[0],
      ) as (typeof of)[number][];
    },
  };
}

function oneSeries(random: Random): Series {
  const day = Date.UTC(2024 + random.below(2), random.below(12), 1 + random.below(28)) / 1000;
  const start = day + random.below(24) * 3600 + random.one([0, 15, 30, 45]) * 60;
  const rule = oneRule(random, start);
  const excluded = random.chance(0.4) ? Array.from({ length: 3 }, () => start + random.below(60) * DAY) : [];
  return { rule, start, zone: random.one(ZONES), excluded: [...new Set(excluded)] };
}

function oneRule(random: Random, start: number): string {
  const frequency = random.one([
    'HOURLY',
    'DAILY',
    'WEEKLY',
    'WEEKLY',
    'MONTHLY',
    'MONTHLY',
    'MONTHLY',
    'YEARLY',
    'YEARLY',
  ] as const);
  const parts = [`FREQ=${frequency}`];
  if (random.chance(0.5)) parts.push(`INTERVAL=${random.one([2, 3, 4, 5, 7, 12])}`);
  const end = random.below(10);
  if (end < 4) parts.push(`COUNT=${1 + random.below(40)}`);
  else if (end < 7) parts.push(`UNTIL=${writeWall(start + random.below(1500) * DAY, false)}`);
  parts.push(...PARTS[frequency](random));
  const hasDays = parts.some((part) => /^BY(DAY|MONTHDAY)/.test(part));
  if (hasDays && ['MONTHLY', 'YEARLY'].includes(frequency) && random.chance(0.25)) {
    parts.push(`BYSETPOS=${random.some([1, 2, -1, -2], 2).join()}`);
  }
  return parts.join(';');
}

const PARTS = {
  HOURLY: (random: Random) => [
    ...(random.chance(0.5) ? ['BYHOUR=9,10,15'] : []),
    ...(random.chance(0.3) ? [weekdays(random, 3)] : []),
    ...(random.chance(0.3) ? ['BYMINUTE=0,30'] : []),
  ],
  DAILY: (random: Random) => [
    ...(random.chance(0.3) ? [weekdays(random, 4)] : []),
    ...(random.chance(0.2) ? [months(random)] : []),
    ...(random.chance(0.2) ? ['BYMONTHDAY=1,15,-1'] : []),
    ...(random.chance(0.2) ? ['BYHOUR=9,15'] : []),
  ],
  WEEKLY: (random: Random) => [
    ...(random.chance(0.7) ? [weekdays(random, 4)] : []),
    ...(random.chance(0.3) ? [`WKST=${random.one(['SU', 'MO', 'SA'])}`] : []),
    ...(random.chance(0.1) ? ['BYMONTH=3,7'] : []),
  ],
  MONTHLY: (random: Random) => [
    ...(random.chance(0.2) ? [months(random)] : []),
    ...random.one([
      () => [nthWeekdays(random, [1, 2, 3, -1, -2])],
      () => [weekdays(random, 3)],
      () => [`BYMONTHDAY=${random.some(MONTH_DAYS, 3).join()}`],
      () => ['BYMONTHDAY=13', 'BYDAY=FR'],
      () => [],
    ])(),
  ],
  YEARLY: (random: Random) =>
    random.one([
      () => [months(random), nthWeekdays(random, [1, 2, -1])],
      () => [nthWeekdays(random, [1, 10, 20, 52, -1, -20])],
      () => [months(random), `BYMONTHDAY=${random.some(MONTH_DAYS, 3).join()}`],
      () => [`BYMONTHDAY=${random.some(MONTH_DAYS, 3).join()}`],
      () => [`BYYEARDAY=${random.some([1, 50, 100, 200, 365, 366, -1, -50], 3).join()}`],
      () => [`BYWEEKNO=${random.some([1, 5, 20, 40, 52, 53, -1], 2).join()}`, weekdays(random, 2)],
      () => [months(random)],
      () => [],
    ])(),
};

function weekdays(random: Random, most: number): string {
  return `BYDAY=${random.some(DAYS, most).join()}`;
}

/** All with a position: dateutil takes a plain one beside them for a condition. */
function nthWeekdays(random: Random, positions: number[]): string {
  return `BYDAY=${random
    .some(DAYS, 3)
    .map((day) => `${random.one(positions)}${day}`)
    .join()}`;
}

function months(random: Random): string {
  return `BYMONTH=${random.some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 3).join()}`;
}
