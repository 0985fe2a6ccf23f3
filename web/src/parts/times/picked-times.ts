import { dayAfter, type WallTime, wallAt } from '../dates/zoned-time.ts';

/** When a working day begins. */
export const MORNING = '08:00';

const DAY = 24 * 3600;
/** As the server has it. */
const LONGEST = 2 * 366 * DAY;

/** What the picker begins with: tomorrow morning. */
export function firstPick(now: number, zone: string): WallTime {
  return { day: dayAfter(wallAt(now, zone).day, 1), time: MORNING };
}

export type PickFault = 'none' | 'past' | 'far';

/** What is wrong with a picked moment; null where nothing is. */
export function faultOfPick(at: number | null, now: number): PickFault | null {
  if (at === null) return 'none';
  if (at <= now) return 'past';
  return at > now + LONGEST ? 'far' : null;
}

/** The days after which people are reminded. */
export const FOLLOW_UP_CHOICES = [1, 3, 7] as const;
