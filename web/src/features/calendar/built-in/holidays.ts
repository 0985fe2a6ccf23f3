import { vietnameseCalendar } from '@bocau/contract/lunar-calendar.ts';
import type { WordKey } from '../../../i18n/say.ts';
import { addDays, DAY_MS, dayOfWall } from '../../../lib/calendar-days.ts';

type Name = keyof typeof import('../../../i18n/vi/calendar-views.ts').calendarViews.holidays;

export type Holiday = {
  day: string;
  name: Extract<WordKey, `calendar.holidays.${Name}`>;
  /** Which day of Tết. */
  number?: number;
  /** Nobody has to work (Labour Code 2019, article 112). */
  isOff: boolean;
  /** A day before or after it is free too, as the government says each year. */
  isLonger?: true;
};

type Rule = { name: Name; month: number; day: number; off?: true; longer?: true; since?: number };

const SOLAR: readonly Rule[] = [
  { name: 'newYear', month: 1, day: 1, off: true },
  { name: 'women', month: 3, day: 8 },
  { name: 'reunification', month: 4, day: 30, off: true, since: 1976 },
  { name: 'labour', month: 5, day: 1, off: true },
  { name: 'children', month: 6, day: 1, since: 1950 },
  { name: 'nationalDay', month: 9, day: 2, off: true, longer: true, since: 1945 },
  { name: 'vietnameseWomen', month: 10, day: 20, since: 1930 },
  { name: 'teachers', month: 11, day: 20, since: 1982 },
  { name: 'culture', month: 11, day: 24, off: true, since: 2026 },
];

const LUNAR: readonly Rule[] = [
  { name: 'tet', month: 1, day: 1, off: true },
  { name: 'lantern', month: 1, day: 15 },
  { name: 'hungKings', month: 3, day: 10, off: true },
  { name: 'doanNgo', month: 5, day: 5 },
  { name: 'vuLan', month: 7, day: 15 },
  { name: 'midAutumn', month: 8, day: 15 },
  { name: 'kitchenGods', month: 12, day: 23 },
];
/** Tết is five days: the eve and these. */
const TET_DAYS = [2, 3, 4];

const years = new Map<number, readonly Holiday[]>();

/** CL-141: the holidays of Vietnam that begin in a year, in the order of time. */
export function holidaysOf(year: number): readonly Holiday[] {
  const known = years.get(year);
  if (known) return known;
  const found = [...SOLAR.flatMap((rule) => solar(rule, year)), ...lunarIn(year)].toSorted((one, other) =>
    one.day < other.day ? -1 : 1,
  );
  years.set(year, found);
  return found;
}

function solar(rule: Rule, year: number): Holiday[] {
  if (rule.since !== undefined && year < rule.since) return [];
  const two = (number: number) => String(number).padStart(2, '0');
  return [holiday(rule, `${year}-${two(rule.month)}-${two(rule.day)}`)];
}

/** What begins in a year of the sun may be of the lunar year before. */
function lunarIn(year: number): Holiday[] {
  return [year - 1, year].flatMap((lunarYear) => {
    const dayOf = (month: number, day: number) => {
      const found = vietnameseCalendar.solarDayOf({ year: lunarYear, month, day, leap: false });
      return found === null ? null : dayOfWall(found * DAY_MS);
    };
    const named = LUNAR.flatMap((rule) => {
      const day = dayOf(rule.month, rule.day);
      return day === null ? [] : [holiday(rule, day)];
    });
    const tet = dayOf(1, 1);
    const around: Holiday[] =
      tet === null
        ? []
        : [
            { day: addDays(tet, -1), name: 'calendar.holidays.eve', isOff: true },
            ...TET_DAYS.map(
              (number): Holiday => ({
                day: addDays(tet, number - 1),
                name: 'calendar.holidays.tetDay',
                number,
                isOff: true,
              }),
            ),
          ];
    return [...named, ...around].filter(({ day }) => day.startsWith(String(year)));
  });
}

function holiday({ name, off, longer }: Rule, day: string): Holiday {
  return { day, name: `calendar.holidays.${name}`, isOff: off === true, ...(longer && { isLonger: true }) };
}
