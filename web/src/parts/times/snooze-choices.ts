import { dayAfter, momentOfWall, wallAt, weekdayOf } from '../dates/zoned-time.ts';
import { MORNING } from './picked-times.ts';

export type SnoozeChoice = {
  name: 'thisMorning' | 'afternoon' | 'tonight' | 'tomorrow' | 'weekend' | 'monday';
  at: number;
};

const SATURDAY = 5;

/** LT-11: wall times of the person's zone; only those that are some way off, and no moment twice. */
export function snoozeChoices(now: number, zone: string): SnoozeChoice[] {
  const { day: today, time } = wallAt(now, zone);
  const weekday = weekdayOf(today);
  const at = (name: SnoozeChoice['name'], days: number, clock: string) => {
    const moment = momentOfWall({ day: dayAfter(today, days), time: clock }, zone);
    return moment === null ? [] : [{ name, at: moment }];
  };
  return [
    ...(time < '06:00' ? at('thisMorning', 0, MORNING) : []),
    ...(time < '13:00' ? at('afternoon', 0, '14:00') : []),
    ...(time < '18:00' ? at('tonight', 0, '19:00') : []),
    ...at('tomorrow', 1, MORNING),
    ...(weekday < SATURDAY - 1 ? at('weekend', SATURDAY - weekday, MORNING) : []),
    ...(weekday < 6 ? at('monday', 7 - weekday, MORNING) : []),
  ];
}
