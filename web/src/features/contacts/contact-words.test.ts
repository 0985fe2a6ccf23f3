import { expect, test } from 'vitest';
import { readableNumber } from '../../parts/contacts/readable-number.ts';
import { contactDayOf, writtenContactDay } from './contact-words.ts';

test.each([
  ['0912345678', '+84912345678', '0912 345 678'],
  ['(024) 38253531', '+842438253531', '024 3825 3531'],
  ['+84 225 3822123', '+842253822123', '0225 382 2123'],
  ['+81 3 1234 5678', '+81312345678', '+81 3 1234 5678'],
  ['máy lẻ 12', null, 'máy lẻ 12'],
])('the number %s, which is %s, reads %s', (written, international, read) => {
  expect(readableNumber(written, international)).toBe(read);
});

test.each([
  ['15/8/1990', false, '1990-08-15'],
  ['15-08', false, '--08-15'],
  ['29.2', false, '--02-29'],
  ['29/2/2023', false, null],
  ['30/2', true, '--02-30'],
  ['31/2', true, null],
  ['31/4', false, null],
  ['15/13', true, null],
  ['hôm qua', false, null],
])('the day %s, lunar or not: %s, is %s', (typed, lunar, day) => {
  expect(contactDayOf(typed, lunar)).toBe(day);
});

test('a day is written day first, and without a year where it has none', () => {
  expect(writtenContactDay('1990-08-15')).toBe('15/08/1990');
  expect(writtenContactDay('--08-15')).toBe('15/08');
});
