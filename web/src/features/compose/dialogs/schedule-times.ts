import { dayAfter, momentOfWall, type WallTime, wallAt, weekdayOf } from '../../../parts/dates/zoned-time.ts';
import { MORNING } from '../../../parts/times/picked-times.ts';

export type Preset = { name: 'tomorrowMorning' | 'tomorrowAfternoon' | 'monday'; at: number };

const LEAST_AHEAD_SECONDS = 5 * 60;
const HOUR = 3600;

/** SC-1 and SC-2: wall time in the user's own zone; on a Monday, "next Monday" is a week off. */
export function presetsAt(now: number, zone: string): Preset[] {
  const today = wallAt(now, zone).day;
  const tomorrow = dayAfter(today, 1);
  const monday = dayAfter(today, 7 - weekdayOf(today));
  const at = (day: string, time: string) => momentOfWall({ day, time }, zone) ?? now;
  return [
    { name: 'tomorrowMorning', at: at(tomorrow, MORNING) },
    { name: 'tomorrowAfternoon', at: at(tomorrow, '13:00') },
    { name: 'monday', at: at(monday, MORNING) },
  ];
}

/** SC-3: the initial value of the picker. */
export function firstPick(now: number, zone: string): WallTime {
  return wallAt(now + HOUR, zone);
}

export type PickFault = 'none' | 'tooSoon';

/** SC-3: what is wrong with a picked time; null where nothing is. */
export function faultOfPick(at: number | null, now: number): PickFault | null {
  if (at === null) return 'none';
  return at < now + LEAST_AHEAD_SECONDS ? 'tooSoon' : null;
}
