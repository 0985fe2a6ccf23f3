import { expect, test } from 'vitest';
import { birthdaysIn } from './birthdays-of.ts';

const card = (birthday: string, lunar = false) => ({ id: 'card', name: 'Lan', birthday, lunar });
const days = (year: number, ...cards: ReturnType<typeof card>[]) =>
  birthdaysIn(year, cards).map(({ day, age }) => `${day} ${age}`);

test('CL-142 a birthday is each year from the birth on, with the age where the year is known', () => {
  expect(days(2026, card('1990-11-24'), card('--11-24'))).toEqual(['2026-11-24 36', '2026-11-24 null']);
  expect(days(1990, card('1990-11-24'))).toEqual(['1990-11-24 null']);
  expect(days(1989, card('1990-11-24'))).toEqual([]);
});

test('CL-142 29 February is 28 February where the year has none', () => {
  expect(days(2024, card('2000-02-29'))).toEqual(['2024-02-29 24']);
  expect(days(2026, card('2000-02-29'))).toEqual(['2026-02-28 26']);
});

test('CL-142 a lunar birthday is on its lunar day, also where that is in the next year of the sun', () => {
  expect(days(2026, card('1960-03-12', true))).toEqual(['2026-04-28 66']);
  // The 20th of the 12th month of 2025 is in February 2026.
  expect(days(2026, card('1960-12-20', true))).toEqual(['2026-02-07 65']);
  // The 12th month of 2025 has 29 days.
  expect(days(2026, card('--12-30', true))).toEqual(['2026-02-16 null']);
});
