import { expect, test } from 'vitest';
import { createLunarCalendar, type LunarDay, vietnameseCalendar } from './lunar-calendar.ts';

/** The days on which the years from 1900 on begin, as month and day, and their leap months: of other programs. */
const TET = [
  '131 219 208 128 216 204 125 213 202 122 210 130 218 206 126 214 203 123 211 201',
  '220 208 128 216 205 124 213 202 123 210 130 217 206 126 214 203 124 211 131 219',
  '208 127 215 205 125 213 202 122 210 129 217 206 127 214 203 124 212 131 218 208',
  '128 215 205 125 213 201 121 209 129 216 206 127 215 203 123 211 131 218 207 128',
  '216 205 125 213 202 121 209 129 217 206 127 215 204 123 210 131 219 207 128 216',
  '205 124 212 201 122 209 129 217 207 126 214 203 123 210 131 219 208 128 216 205',
  '125 212 201 122 210 129 217 206 126 213 202 123 211 131 219 208 128 215 204 124',
  '212 201 122 210 130 217 206 126 214 202 123 211 201 218 208 128 215 204 124 212',
  '202 121 209 129 217 205 126 214 203 123 211 131 219 207 127 215 205 124 212 202',
  '122 209 129 217 206 126 214 203 124 210 130 218 207 127 215 205 125 212 201 121',
  '209',
]
  .join(' ')
  .split(' ');

const LEAPS = [
  '1900-8 1903-5 1906-4 1909-2 1911-6 1914-5 1917-3 1919-7 1922-6 1925-4 1928-2 1930-6',
  '1933-5 1936-3 1938-8 1941-6 1944-4 1947-2 1949-7 1952-5 1955-3 1957-8 1960-6 1963-4',
  '1966-3 1968-7 1971-5 1974-4 1976-8 1979-6 1982-4 1985-2 1987-7 1990-5 1993-3 1995-8',
  '1998-5 2001-4 2004-2 2006-7 2009-5 2012-4 2014-9 2017-6 2020-4 2023-2 2025-6 2028-5',
  '2031-3 2033-11 2036-6 2039-5 2042-2 2044-7 2047-5 2050-3 2052-8 2055-6 2058-4 2061-3',
  '2063-7 2066-5 2069-4 2071-8 2074-6 2077-4 2080-3 2082-7 2085-5 2088-4 2090-8 2093-6',
  '2096-4 2099-2',
]
  .join(' ')
  .split(' ');

const DAY_MS = 24 * 3600 * 1000;
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number | null) =>
  day === null ? null : new Date(day * DAY_MS).toISOString().slice(0, 10);
const lunar = (year: number, month: number, day: number, leap = false): LunarDay => ({
  year,
  month,
  day,
  leap,
});
const { lunarDayOf, solarDayOf } = vietnameseCalendar;

test('every year from 1900 to 2100 begins on its day, and has its leap month', () => {
  const begins = TET.map((_, at) => dateOf(solarDayOf(lunar(1900 + at, 1, 1))));
  expect(begins).toEqual(TET.map((day, at) => `${1900 + at}-0${day[0]}-${day.slice(1)}`));
  const leaps = TET.flatMap((_, at) =>
    Array.from({ length: 12 }, (__, month) => lunar(1900 + at, month + 1, 1, true))
      .filter((day) => solarDayOf(day) !== null)
      .map(({ year, month }) => `${year}-${month}`),
  );
  expect(leaps).toEqual(LEAPS);
});

test('every day from 1900 to 2100 is a day of one month, and follows the one before', () => {
  const last = dayOf('2100-12-31');
  let before = lunarDayOf(dayOf('1900-01-31')) as LunarDay;
  for (let day = dayOf('1900-02-01'); day <= last; day += 1) {
    const found = lunarDayOf(day) as LunarDay;
    if (solarDayOf(found) !== day) throw new Error(`${dateOf(day)} is ${JSON.stringify(found)}`);
    const follows = found.day === before.day + 1 || (found.day === 1 && before.day >= 29);
    if (!follows)
      throw new Error(`${dateOf(day)} is ${JSON.stringify(found)} after ${JSON.stringify(before)}`);
    before = found;
  }
});

test.each([
  ['2026-02-17', lunar(2026, 1, 1)],
  ['1990-08-15', lunar(1990, 6, 25)],
  ['2025-07-25', lunar(2025, 6, 1, true)],
  ['2033-12-22', lunar(2033, 11, 1, true)],
  ['1985-03-21', lunar(1985, 2, 1, true)],
])('%s is %o', (date, day) => {
  expect(lunarDayOf(dayOf(date))).toEqual(day);
  expect(dateOf(solarDayOf(day))).toBe(date);
});

test('Vietnam and China began some years on other days', () => {
  const china = createLunarCalendar(8);
  const begins = (year: number) =>
    [vietnameseCalendar, china].map((calendar) => dateOf(calendar.solarDayOf(lunar(year, 1, 1))));
  expect([1968, 1985, 2007, 2030].map(begins)).toEqual([
    ['1968-01-29', '1968-01-30'],
    ['1985-01-21', '1985-02-20'],
    ['2007-02-17', '2007-02-18'],
    ['2030-02-02', '2030-02-03'],
  ]);
});

test('what is no day of the calendar, or before and after its years, is none', () => {
  const none = [lunar(2026, 1, 31), lunar(2026, 13, 1), lunar(2026, 1, 0), lunar(2026, 6, 1, true)];
  expect([...none, lunar(1899, 1, 1), lunar(2101, 1, 1)].map(solarDayOf)).toEqual(Array(6).fill(null));
  expect([lunarDayOf(dayOf('1899-12-31')), lunarDayOf(dayOf('2101-01-01'))]).toEqual([null, null]);
  // A month of 29 days.
  expect(solarDayOf(lunar(2025, 12, 30))).toBeNull();
});
