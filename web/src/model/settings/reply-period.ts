/**
 * The days on which the automatic reply is active, as the settings give them: `2026-11-20/2026-11-27`,
 * `2026-11-20/..`.
 */
const PERIOD = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d|\.\.)$/;

export function isReplyPeriod(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || PERIOD.test(value));
}

export type Running = { end: string | null };

/** Whether the reply is active on a day, and until when; null when it is not. */
export function runningOn(period: string, day: string): Running | null {
  const [, start = '', end = ''] = PERIOD.exec(period) ?? [];
  if (start === '' || day < start) return null;
  if (end === '..') return { end: null };
  return day <= end ? { end } : null;
}

/** The current day in a time zone. */
export function dayInZone(ms: number, timeZone: string): string {
  // The Swedish locale formats days as 2026-11-20.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms);
}
