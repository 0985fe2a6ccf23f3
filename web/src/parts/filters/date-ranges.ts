import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { dayOf, endOfDay, startOfDay } from '../dates/local-days.ts';

/** Days in the format of date fields; empty where there is no bound. */
export type DayRange = { first: string; last: string };

/** The search parameters for the bounds. */
export type Dates = { start_date?: string; end_date?: string };

export const RANGES = ['week', 'month', 'lastMonth'] as const;
export type RangeName = (typeof RANGES)[number];

/** The range for a named period, relative to a point in time. */
export function rangeOf(name: RangeName, nowMs: number): DayRange {
  const now = new Date(nowMs);
  const day = (year: number, month: number, date: number) =>
    dayOf(new Date(year, month, date).getTime() / 1000);
  const [year, month] = [now.getFullYear(), now.getMonth()];
  if (name === 'week') return { first: day(year, month, now.getDate() - 6), last: '' };
  if (name === 'month') return { first: day(year, month, 1), last: '' };
  return { first: day(year, month - 1, 1), last: day(year, month, 0) };
}

/** A range as search parameters. */
export function termsOfRange({ first, last }: DayRange): Dates {
  const [start, end] = [startOfDay(first), endOfDay(last)];
  return {
    ...(start !== null && { start_date: String(start) }),
    ...(end !== null && { end_date: String(end) }),
  };
}

export function rangeOfTerms({ start_date: start, end_date: end }: SearchTerms): DayRange {
  return { first: dayGiven(start), last: dayGiven(end) };
}

function dayGiven(seconds: string | undefined): string {
  return seconds && Number.isSafeInteger(Number(seconds)) ? dayOf(Number(seconds)) : '';
}
