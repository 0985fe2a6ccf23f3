import { DAY_MS, wallOfDay } from '../../lib/calendar-days.ts';
import type { ShownEvent } from './use-calendar-screen.ts';

/** The days that an event is on, of those that are shown. */
export function dayIndexes({ span }: Pick<ShownEvent, 'span'>, first: string): { from: number; to: number } {
  const start = wallOfDay(first);
  const last = Math.max(span.start, span.end - 1);
  return {
    from: Math.floor((span.start - start) / DAY_MS),
    to: Math.floor((last - start) / DAY_MS),
  };
}

/** Whole days, and what takes as long as one, stand above the hours. */
export function isOfWholeDays({ one, span }: Pick<ShownEvent, 'one' | 'span'>): boolean {
  return one.kind === 'day' || span.end - span.start >= DAY_MS;
}
