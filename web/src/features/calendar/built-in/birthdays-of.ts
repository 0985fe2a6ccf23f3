import type { Birthday } from '@bocau/contract/contacts.ts';
import { vietnameseCalendar } from '@bocau/contract/lunar-calendar.ts';
import { DAY_MS, dayOfWall } from '../../../lib/calendar-days.ts';

/** A birthday on one of its days; `age` is null where the year of birth is not known. */
export type BirthdayOn = { card: Birthday; day: string; age: number | null };

/** CL-142: the birthdays in a year. 29 February is 28 February in other years; a lunar 30th may be the last day. */
export function birthdaysIn(year: number, birthdays: readonly Birthday[]): BirthdayOn[] {
  return birthdays.flatMap((card) => {
    const [month = 0, date = 0] = card.birthday.slice(-5).split('-').map(Number);
    const born = card.birthday.startsWith('-') ? null : Number(card.birthday.slice(0, 4));
    // The last days of a lunar year are in the next year of the sun.
    const years = card.lunar ? [year - 1, year] : [year];
    return years.flatMap((each) => {
      const day = card.lunar ? lunarDay(each, month, date) : solarDay(each, month, date);
      if (day === null || !day.startsWith(String(year)) || (born !== null && each < born)) return [];
      return [{ card, day, age: born === null || each === born ? null : each - born }];
    });
  });
}

function solarDay(year: number, month: number, date: number): string | null {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isLeapDay = month === 2 && date === 29;
  if (date < 1 || (date > last && !isLeapDay)) return null;
  return dayOfWall(Date.UTC(year, month - 1, Math.min(date, last)));
}

function lunarDay(year: number, month: number, date: number): string | null {
  const on = (day: number) => vietnameseCalendar.solarDayOf({ year, month, day, leap: false });
  const found = on(date) ?? (date === 30 ? on(29) : null);
  return found === null ? null : dayOfWall(found * DAY_MS);
}
