import type { Prng } from './prng.ts';

export const vietnamZone = 7 * 60;
const daySeconds = 86_400;

export type ZonedDate = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday. */
  weekday: number;
};

export function dateInZone(at: number, zone: number): ZonedDate {
  const shifted = new Date((at + zone * 60) * 1000);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    weekday: shifted.getUTCDay(),
  };
}

export function vietnamTime(year: number, month: number, day: number, hour: number, minute = 0): number {
  return Date.UTC(year, month - 1, day, hour, minute) / 1000 - vietnamZone * 60;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 5322, as the Date header has it. */
export function mailDate(at: number, zone: number): string {
  const d = dateInZone(at, zone);
  const sign = zone < 0 ? '-' : '+';
  const offset = `${sign}${two(Math.floor(Math.abs(zone) / 60))}${two(Math.abs(zone) % 60)}`;
  const time = `${two(d.hour)}:${two(d.minute)}:${two(d.second)}`;
  return `${weekdays[d.weekday]}, ${d.day} ${months[d.month - 1]} ${d.year} ${time} ${offset}`;
}

/** Moves a time back, never forward, into the nearest office hours: weekdays, 7:30 to 18:30. */
export function intoOfficeHours(at: number, rng: Prng): number {
  let moved = at;
  const clock = dateInZone(moved, vietnamZone);
  const minutes = clock.hour * 60 + clock.minute;
  if (minutes < 450) moved -= minutes * 60 + 360 * 60 + rng.int(0, 500) * 60;
  else if (minutes > 1110) moved -= (minutes - 1110) * 60 + rng.int(0, 560) * 60;
  const weekday = dateInZone(moved, vietnamZone).weekday;
  if (weekday === 0) moved -= 2 * daySeconds;
  if (weekday === 6 && rng.chance(0.85)) moved -= daySeconds;
  return moved - rng.int(0, 50);
}

/** For what is too fresh to be moved by days: out of the night, into the evening before. */
export function outOfTheNight(at: number, rng: Prng): number {
  const { hour, minute } = dateInZone(at, vietnamZone);
  return hour < 6 ? at - (hour * 60 + minute + rng.int(100, 300)) * 60 : at;
}

/** The latest such time of the calendar that is not after `now`. */
export function latestYearly(now: number, month: number, day: number, hour: number): number {
  const { year } = dateInZone(now, vietnamZone);
  const thisYear = vietnamTime(year, month, day, hour);
  return thisYear <= now ? thisYear : vietnamTime(year - 1, month, day, hour);
}

/** The latest time, not after `now`, that lay so many days before a Lunar New Year. */
export function latestBeforeTet(now: number, days: number, hour: number): number {
  const { year } = dateInZone(now, vietnamZone);
  const before = (of: number) => lunarNewYear(of) - days * daySeconds + hour * 3600;
  return [year + 1, year, year - 1].map(before).find((at) => at <= now) ?? before(year - 1);
}

/** Midnight in Vietnam of the first day of the first lunar month. */
function lunarNewYear(year: number): number {
  const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  for (let day = 20; day < 54; day++) {
    const noon = Date.UTC(year, 0, day, 12);
    const parts = lunar.formatToParts(noon);
    const part = (type: string) => parts.find((p) => p.type === type)?.value;
    if (part('month') === '1' && part('day') === '1') return vietnamTime(year, 1, day, 0);
  }
  throw new Error(`No lunar new year found in ${year}`);
}

export function two(value: number): string {
  return String(value).padStart(2, '0');
}
