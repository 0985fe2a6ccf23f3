import { type LunarDay, vietnameseCalendar } from '@bocau/contract/lunar-calendar.ts';
import type { Say } from '../../i18n/say.ts';
import { dayOf } from '../../parts/dates/local-days.ts';
import { writtenContactDay } from './contact-words.ts';

const DAY_MS = 24 * 3600 * 1000;

/** `leap`: of the leap month behind the lunar month of this number. */
type Birthday = { birthday: string; lunar: boolean; leap: boolean };

export function birthdayWords(t: Say, { birthday, lunar, leap }: Birthday): string {
  const day = writtenContactDay(birthday);
  if (!lunar) return day;
  return t(leap ? 'contacts.card.lunarLeap' : 'contacts.card.lunar', { day });
}

/**
 * The same day in the other calendar: of a lunar birthday its next day, and of another one the lunar day on which
 * somebody was born, where the year is known.
 */
export function birthdayNote(t: Say, { birthday, lunar, leap }: Birthday, nowMs: number): string | null {
  if (lunar) {
    const next = nextLunarDay({ birthday, leap }, epochDay(dayOf(nowMs / 1000)));
    if (next === null) return null;
    return t('contacts.card.nextBirthday', {
      day: writtenContactDay(new Date(next * DAY_MS).toISOString().slice(0, 10)),
    });
  }
  if (birthday.startsWith('-')) return null;
  const found = vietnameseCalendar.lunarDayOf(epochDay(birthday));
  if (found === null) return null;
  const day = writtenContactDay(`--${pad(found.month)}-${pad(found.day)}`);
  return t(found.leap ? 'contacts.card.lunarLeap' : 'contacts.card.lunar', { day });
}

function epochDay(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/**
 * From today on; the 30th of a month that has only 29 days is its last. Of a leap month it comes in that month in years
 * that have it, and in the common one in others.
 */
function nextLunarDay({ birthday, leap }: Pick<Birthday, 'birthday' | 'leap'>, today: number): number | null {
  const [month, day] = birthday.slice(-5).split('-').map(Number);
  const year = vietnameseCalendar.lunarDayOf(today)?.year;
  if (year === undefined || month === undefined || day === undefined) return null;
  const days = [year, year + 1].map((each) => {
    const common = { year: each, month, day, leap: false };
    return (leap ? solarDayOf({ ...common, leap }) : null) ?? solarDayOf(common);
  });
  return days.find((each) => each !== null && each >= today) ?? null;
}

function solarDayOf(lunar: LunarDay): number | null {
  const { solarDayOf: find } = vietnameseCalendar;
  return find(lunar) ?? (lunar.day === 30 ? find({ ...lunar, day: 29 }) : null);
}
