/** A date or a time as it is written, in seconds of a clock in UTC. */
export type Written = { seconds: number; isDay: boolean; isUtc: boolean };

/** Null for what is no date, or one that there is not. Years before 1900 and after 2199 are none of a calendar's. */
export function parseWall(text: string): Written | null {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i.exec(text.trim()) ?? [];
  if (year === undefined || Number(year) < 1900 || Number(year) > 2199) return null;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (new Date(ms).getUTCDate() !== Number(day)) return null;
  if (hour === undefined) return { seconds: ms / 1000, isDay: true, isUtc: false };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return null;
  const seconds = ms / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second ?? 0));
  return { seconds, isDay: false, isUtc: utc !== undefined };
}

/** `20260131` of a day, `20260131T090000` of a time. */
export function writeWall(seconds: number, isDay: boolean): string {
  const text = new Date(seconds * 1000).toISOString().replaceAll(/[-:]/g, '');
  return isDay ? text.slice(0, 8) : text.slice(0, 15);
}

/** Days and weeks are those of the calendar, also where one has 23 hours; the seconds are exact. */
export type Duration = { days: number; seconds: number };

/** A duration (RFC 5545, 3.3.6); null for what is none. */
export function parseDurationParts(text: string): Duration | null {
  const [, sign, weeks, days, hours, minutes, seconds] =
    /^([+-]?)P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/i.exec(
      text.trim(),
    ) ?? [];
  if ([weeks, days, hours, minutes, seconds].every((part) => part === undefined)) return null;
  const by = sign === '-' ? -1 : 1;
  const inDay = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return { days: by * (Number(weeks ?? 0) * 7 + Number(days ?? 0)), seconds: by * inDay };
}

/** The same in seconds, with days of 24 hours. */
export function parseDuration(text: string): number | null {
  const duration = parseDurationParts(text);
  return duration && duration.days * 86_400 + duration.seconds;
}
