import type { CardVersion } from './scan-card.ts';

/** `1990-08-15`, `19900815`, `--0815` and `--08-15`, with or without a time behind it. */
const DAY = /^(\d{4}|-)-?(\d{2})-?(\d{2})(?:$|[T ])/;
/** The year that Apple writes where there is none. */
const NO_YEAR = '1604';
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of the contract; null for what is none. */
export function tidyDay(text: string, omittedYear = NO_YEAR): string | null {
  const [, year = '', month = '', day = ''] = DAY.exec(text.slice(0, 40).trim()) ?? [];
  const most = DAYS_OF_MONTHS[Number(month) - 1];
  if (most === undefined || Number(day) < 1 || Number(day) > most) return null;
  return `${year === omittedYear || year === NO_YEAR ? '-' : year}-${month}-${day}`;
}

/** Parameters of a line that say how its day is written. */
export const DAY_PARAMS = ['VALUE', 'X-APPLE-OMIT-YEAR'];

export function writeDay(day: string, version: CardVersion): { text: string; params: string[] } {
  const yearless = day.startsWith('--');
  // A hyphen of the year's remains: RFC 6350 writes --0815.
  if (version === '4.0') return { text: yearless ? `--${digits(day)}` : digits(day), params: [] };
  if (!yearless) return { text: day, params: [] };
  return { text: `${NO_YEAR}-${day.slice(2)}`, params: [`X-APPLE-OMIT-YEAR=${NO_YEAR}`] };
}

function digits(day: string): string {
  return day.replaceAll('-', '');
}
