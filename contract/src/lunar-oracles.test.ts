import { expect, test } from 'vitest';
import { createLunarCalendar, type LunarCalendar, vietnameseCalendar } from './lunar-calendar.ts';

/**
 * What two other programs say of each year from 1900 to 2100: which month is followed by a leap month, and which
 * months have thirty days. Of each day follows that it is the same as here, but for the months that are named below.
 */
const AMLICH = [
  '8096d 0095c 014ac 51a4d 01a4c 01b26 40b55 00ad4 012da 2095d 0095a 6149b 0149a 01a4a 51aa5 016a8 016d4 312da 012b6 70937',
  '0092e 01496 6164b 00d4a 00da8 415b5 0056c 012ae 2092f 0092e 60c96 01a94 01d4a 50d65 00b58 0156c 3126d 0125c 8192d 0152a',
  '01a94 61b4a 016aa 00ad4 4155b 004ba 0125a 2152b 0152a 71695 00d54 015aa 50ab5 00974 014b6 30a57 00a4e 80d26 01d2a 00d54',
  '615aa 0136a 0096c 414ae 0149c 01a4c 31d26 01b24 71b54 01ad4 012da 5095d 0095a 0149a 41a4b 0164a 81aa5 016a8 016b4 60ada',
  '012b6 00936 41497 01496 0154a 216a5 00da4 715b4 0156c 0126e 5092f 0092e 00c96 30d4a 01d4a 80d55 00ad4 0155a 5126d 0125c',
  '0192c 41a95 01a94 01b4a 20b55 00ad4 714da 014ba 01256 5152b 0152a 01694 416aa 015aa 90ab5 00974 014b6 60a57 00a4e 00d26',
  '40e93 00d54 015aa 209b5 0096c 614ae 0149c 01a4c 51d26 01aa4 01b54 30b6a 00ada b095d 0093a 0149a 61a4b 0164a 016a4 51b52',
  '016b4 00aba 2095b 00936 71497 01496 0154a 516a5 00da4 015ac 30ab6 00a6e 8092e 0192e 00c96 60d4a 01b4a 00b54 4156a 0155a',
  '00a5c 3192e 0192a 71a95 01a94 01b2a 50b55 00ad4 014da 40a5d 00a56 8152b 0152a 01692 616aa 015aa 00ab4 414ba 014ae 00a56',
  '31517 00d26 70d53 00d54 015aa 505ad 0056c 014ae 40a2e 01a2c 81d25 01aa4 01b52 60b6a 00ada 0055c 4149d 0145a 01a2a 21a95',
  '016a4',
];
/** @forvn/vn-lunar-calendar, by tables. */
const FORVN = [
  '8096d 0095c 014ae 50a4d 01a4c 01b2a 40b55 00ad4 0135a 2095d 0095c 6149b 0149a 01a4a 51aa5 016a8 01ad4 212da 012b6 70937',
  '0092e 01496 5164b 00d4a 00daa 405b5 0056c 012ae 2092f 0092e 60c96 01a94 01d4a 50da9 00b5a 0056c 3126e 0125c 7192d 0192a',
  '01a94 61b4a 016aa 00ad4 4155b 004ba 0125a 2192b 0152a 71695 00d94 016aa 50ab5 009b4 014b6 30a57 00a56 8152a 01d2a 00d54',
  '615aa 0156a 0096c 414ae 014ae 00a4c 31d26 01b28 71b54 01ad4 012da 5095d 0095a 0149a 41a4b 0164a 81aa5 016a8 016b4 60ada',
  '012b6 00936 41497 01496 0154a 216a5 00da4 715b4 0156c 0126e 5092f 0092e 00c96 30d4a 01d4a 80d55 00ad4 0155a 5126d 0125c',
  '0192c 41a95 01a94 01b4a 20b55 00ad4 714da 014ba 01256 5152b 0152a 01694 416aa 015aa 90ab5 00974 014b6 60a57 00a4e 00d26',
  '40e93 00d54 015aa 209b5 0096c 614ae 0149c 01a4c 51d26 01aa4 01b54 30b6a 00ada b095d 0093a 0149a 61a4b 0164a 016a4 51b52',
  '016b4 00aba 2095b 00936 71497 01496 0154a 516a5 00da4 015ac 30ab6 00a6e 8092e 0192e 00a96 60d4a 01b4a 00b54 4156a 0155a',
  '00a5c 3192e 0192a 71a95 01a94 01b2a 50b55 00ad4 014da 40a5d 00a56 8152b 01526 01692 616aa 015aa 00ab4 414b6 014ae 00a56',
  '31517 00d26 70d53 00d54 015aa 505ad 0056c 014ae 40a2e 01a2c 81d25 01aa4 01b52 60b6a 00ada 0055c 4149d 0145a 01a2a 21a95',
  '016a4',
];

const DAY_MS = 24 * 3600 * 1000;
const BEGIN = Date.UTC(1900, 0, 31) / DAY_MS;
const END = Date.UTC(2100, 11, 31) / DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The first day of each month, and what month it is. */
function monthsOf(table: string[]): string[] {
  let day = BEGIN;
  const years = table.join(' ').split(' ');
  const months = years.flatMap((written, at) => {
    const leapMonth = Number.parseInt(written.slice(0, 1), 16);
    const lengths = Number.parseInt(written.slice(1), 16).toString(2).padStart(13, '0');
    return Array.from({ length: leapMonth > 0 ? 13 : 12 }, (_, place) => {
      const isLeap = leapMonth > 0 && place === leapMonth;
      const month = leapMonth > 0 && place >= leapMonth ? place : place + 1;
      const first = day;
      day += lengths[place] === '1' ? 30 : 29;
      return { first, name: nameOf({ year: 1900 + at, month, leap: isLeap }) };
    });
  });
  return months.filter(({ first }) => first <= END).map(({ first, name }) => `${dateOf(first)} ${name}`);
}

const nameOf = ({ year, month, leap }: { year: number; month: number; leap: boolean }) =>
  `${month}${leap ? ' nhuận' : ''} ${year}`;

function monthsIn({ lunarDayOf }: LunarCalendar): string[] {
  const months: string[] = [];
  for (let day = BEGIN; day <= END; day += 1) {
    const lunar = lunarDayOf(day);
    if (lunar?.day === 1) months.push(`${dateOf(day)} ${nameOf(lunar)}`);
  }
  return months;
}

const ours = monthsIn(vietnameseCalendar);
/** The months of one that the other doesn't have so. */
const without = (months: string[], others: string[]) => {
  const known = new Set(others);
  return months.filter((month) => !known.has(month));
};

test('CL-140 every day from 1900 to 2100 is that of amlich, but in months whose moon is new within a minute of midnight', () => {
  // At 23:59:32, 23:59:43 and 00:00:58 by Swiss Ephemeris.
  expect(without(ours, monthsOf(AMLICH))).toEqual([
    '1944-06-20 5 1944',
    '2072-12-09 11 2072',
    '2085-10-19 9 2085',
  ]);
});

test('CL-140 every day is that of tables, but where these have the days of China, or a moon is new within a minute of midnight', () => {
  const different = without(monthsOf(FORVN), ours);
  const others = without(different, monthsIn(createLunarCalendar(8)));
  // The first is of no new moon at all; the others were new at 00:00:53, 00:01:00 and 00:00:58.
  const listed = ['1925-01-25 1 1925', '2054-05-07 4 2054', '2077-11-15 10 2077', '2085-10-18 9 2085'];
  expect(others).toEqual(listed);
  // Since 1968 the calendar of Vietnam goes by its own midnight.
  expect(different.filter((month) => month > '1968')).toEqual(listed.slice(1));
});

test('CL-140 the moon of July 1967 was new some seconds after midnight', () => {
  const day = Date.UTC(1967, 6, 8) / DAY_MS;
  expect(vietnameseCalendar.lunarDayOf(day)).toEqual({ year: 1967, month: 6, day: 1, leap: false });
});
