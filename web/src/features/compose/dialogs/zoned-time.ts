/** What the clock on a wall shows: `YYYY-MM-DD` and `HH:mm`. */
export type WallTime = { day: string; time: string };

const MINUTE = 60;

/** What the wall of a zone shows at a moment. */
export function wallAt(unixSeconds: number, zone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(unixSeconds * 1000);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/**
 * The moment at which the wall of a zone shows this; the earlier one where it shows it twice. A time that a change of
 * the clock leaves out counts as if the clock had not been changed. Null for what is no date or time.
 */
export function momentOf({ day, time }: WallTime, zone: string): number | null {
  const asUtc = utcOf({ day, time });
  if (asUtc === null) return null;
  const offsetAt = (moment: number) => (utcOf(wallAt(moment, zone)) ?? 0) - moment;
  const before = asUtc - offsetAt(asUtc - 24 * 60 * MINUTE);
  const after = asUtc - offsetAt(asUtc + 24 * 60 * MINUTE);
  const fits = (moment: number) => moment + offsetAt(moment) === asUtc;
  return fits(before) || !fits(after) ? before : after;
}

/** A day so many days later, by the calendar alone. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function utcOf({ day, time }: WallTime): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null;
  const moment = Date.parse(`${day}T${time}:00Z`);
  return Number.isNaN(moment) ? null : moment / 1000;
}
