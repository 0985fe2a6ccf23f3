export type PartOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';

/** Parts of the day as they are named beside an hour. */
export const PARTS_OF_DAY: Record<string, PartOfDay> = {
  ...{ sáng: 'morning', trưa: 'noon', chiều: 'afternoon', tối: 'evening', đêm: 'night' },
  ...{ sang: 'morning', trua: 'noon', chieu: 'afternoon', toi: 'evening', dem: 'night' },
  ...{ morning: 'morning', noon: 'noon', afternoon: 'afternoon', evening: 'evening', night: 'night' },
  ...{ am: 'morning', pm: 'afternoon' },
};

/** The hour of 24 that an hour of a part of the day is; above 12 it says so itself. */
export function hourOfDay(hour: number, part: PartOfDay): number {
  if (hour > 12) return hour;
  if (part === 'afternoon' || part === 'evening') return hour === 12 ? 12 : hour + 12;
  if (part === 'noon') return hour >= 10 ? hour : hour + 12;
  if (part === 'night') return hour >= 6 && hour < 12 ? hour + 12 : hour % 12;
  return hour % 12;
}
