const pad = (value: number) => String(value).padStart(2, '0');

/**
 * Today the time, this year day/month, otherwise the whole date: day first in both languages, in the
 * browser's time zone.
 */
export function shortDate(unixSeconds: number, nowMs: number): string {
  const date = new Date(unixSeconds * 1000);
  const now = new Date(nowMs);
  const sameYear = date.getFullYear() === now.getFullYear();
  if (sameYear && date.getMonth() === now.getMonth() && date.getDate() === now.getDate())
    return clockTime(date);
  const dayMonth = `${pad(date.getDate())}/${pad(date.getMonth() + 1)}`;
  return sameYear ? dayMonth : `${dayMonth}/${date.getFullYear()}`;
}

export function fullDate(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000);
  return `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${date.getFullYear()} ${clockTime(date)}`;
}

/**
 * The date with its time, for times that matter to the minute: today only the time. In the given time zone.
 */
export function shortMoment(unixSeconds: number, nowMs: number, zone: string): string {
  const at = wallOf(unixSeconds * 1000, zone);
  const today = wallOf(nowMs, zone);
  const time = `${at.hour}:${at.minute}`;
  if (at.year !== today.year) return `${time} ${at.day}/${at.month}/${at.year}`;
  return at.month === today.month && at.day === today.day ? time : `${time} ${at.day}/${at.month}`;
}

/** The whole date in a time zone. */
export function fullMoment(unixSeconds: number, zone: string): string {
  const { year, month, day, hour, minute } = wallOf(unixSeconds * 1000, zone);
  return `${day}/${month}/${year} ${hour}:${minute}`;
}

/** Whether a time zone has the same local time as the browser then. */
export function isSameWall(unixSeconds: number, zone: string): boolean {
  return fullDate(unixSeconds) === fullMoment(unixSeconds, zone);
}

type Wall = Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>;

/** The local date and time in a time zone. */
export function wallOf(ms: number, zone: string): Wall {
  const parts = wallFormat(zone).formatToParts(ms);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Wall;
}

const wallFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter takes longer than rendering a row that uses it. */
function wallFormat(zone: string): Intl.DateTimeFormat {
  const known = wallFormats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  wallFormats.set(zone, format);
  return format;
}

function clockTime(date: Date): string {
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
