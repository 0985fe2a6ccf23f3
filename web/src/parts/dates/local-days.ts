/** A day in the browser's time zone, in the format of a date field: `2026-11-20`. */
export function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** `2026-11-22` as `22/11/2026`. */
export function writtenDay(day: string): string {
  return day.split('-').reverse().join('/');
}

/** The first second of a day; null for text that is not a date. */
export function startOfDay(day: string): number | null {
  return dayAfter(day, 0);
}

/** The last second of a day. */
export function endOfDay(day: string): number | null {
  const next = dayAfter(day, 1);
  return next === null ? null : next - 1;
}

function dayAfter(day: string, more: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  // Not computed from hours: a day with a clock change has 23 or 25.
  const seconds = new Date(Number(year), Number(month) - 1, Number(date) + more).getTime() / 1000;
  return Number.isFinite(seconds) ? seconds : null;
}
