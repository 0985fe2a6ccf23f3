import { type LunarDay, vietnameseCalendar } from '@bocau/contract/lunar-calendar.ts';
import type { Spoken } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { useCalendarChoices } from '../choices/calendar-choices.ts';

const known = new Map<string, LunarDay | null>();
const STEMS = ['Giáp', 'Ất', 'Bính', 'Đinh', 'Mậu', 'Kỷ', 'Canh', 'Tân', 'Nhâm', 'Quý'];
const BRANCHES = ['Tý', 'Sửu', 'Dần', 'Mão', 'Thìn', 'Tỵ', 'Ngọ', 'Mùi', 'Thân', 'Dậu', 'Tuất', 'Hợi'];
/** Giáp Tý, with which the sixty names begin. */
const FIRST_OF_CYCLE = 1984;

/** CL-140: the day of the Vietnamese lunar calendar; null outside of the years from 1900 to 2100. */
export function lunarOf(day: string): LunarDay | null {
  const before = known.get(day);
  if (before !== undefined) return before;
  const lunar = vietnameseCalendar.lunarDayOf(Math.floor(wallOfDay(day) / DAY_MS));
  known.set(day, lunar);
  return lunar;
}

/** As it stands beside a day: `15`, the first of a month as `1/10`, of a leap month as `1/6n`, and Tết by its name. */
export function shortLunar({ month, day, leap }: LunarDay, { t }: Pick<Spoken, 't'>): string {
  if (day !== 1) return String(day);
  if (month === 1 && !leap) return t('calendar.lunar.newYear');
  return leap ? t('calendar.lunar.shortLeap', { day, month }) : `${day}/${month}`;
}

/** `15/10 âm lịch`. */
export function plainLunar({ month, day, leap }: LunarDay, { t }: Pick<Spoken, 't'>): string {
  return t(`calendar.lunar.${leap ? 'shortLeapMonth' : 'short'}`, { day, month });
}

/** `mùng 1 tháng 10 năm Bính Ngọ (âm lịch)`. */
export function lunarWords({ year, month, day, leap }: LunarDay, { t }: Pick<Spoken, 't'>): string {
  return t(`calendar.lunar.${leap ? 'leapDay' : 'day'}`, {
    day: t(day <= 10 ? 'calendar.lunar.early' : 'calendar.lunar.later', { day }),
    month,
    year: yearName(year),
  });
}

/** By stem and branch: 2026 is Bính Ngọ. */
export function yearName(year: number): string {
  const place = (((year - FIRST_OF_CYCLE) % 60) + 60) % 60;
  return `${STEMS[place % 10]} ${BRANCHES[place % 12]}`;
}

export function useLunarShown(): boolean {
  const { language } = useTranslation();
  return useCalendarChoices().lunar ?? language === 'vi';
}
