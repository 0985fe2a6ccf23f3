import { MOST_DAYS_AHEAD } from '@bocau/contract/admin-rooms.ts';
import type { Slot } from './rooms.store.ts';

const DAY = 24 * 3600;
/**
 * So far ahead a room says yes. What a series has beyond it is taken where it is free: its rows always reach further
 * (`derive-object.ts`), so that no single event comes before them.
 */
export const BOOKED_AHEAD = MOST_DAYS_AHEAD * DAY;

/**
 * How many days ahead a room is given, where one of these times is later; else null. Where its owner has set no limit, a
 * series may go on: its first time counts. `slots` in their order.
 */
export function tooFarFor(
  { ahead_days }: { ahead_days: number | null },
  slots: Pick<Slot, 'at' | 'until'>[],
  now: number,
): number | null {
  const days = ahead_days ?? MOST_DAYS_AHEAD;
  const looked = ahead_days === null ? slots.slice(0, 1) : slots;
  return looked.some(({ until }) => until > now + days * DAY) ? days : null;
}
