import { describe, expect, test } from 'vitest';
import { fullDate, isSameWall, shortDate, shortMoment } from './dates.ts';
import { readableSize } from './sizes.ts';
import { cut } from './text.ts';

const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime() / 1000;
const now = at(2026, 11, 20, 9, 30) * 1000;

describe('dates', () => {
  test.each([
    [at(2026, 11, 20, 8, 5), '08:05'],
    [at(2026, 11, 19, 23, 59), '19/11'],
    [at(2026, 1, 2), '02/01'],
    [at(2025, 11, 20, 8), '20/11/2025'],
  ])('IN-2 %d is written %s', (seconds, written) => {
    expect(shortDate(seconds, now)).toBe(written);
  });

  test('IN-2 a full date has day, month, year and time', () => {
    expect(fullDate(at(2026, 3, 4, 5, 6))).toBe('04/03/2026 05:06');
  });

  test.each([
    ['2026-11-20T01:05:00Z', 'Asia/Ho_Chi_Minh', '08:05'],
    ['2026-11-20T01:05:00Z', 'America/New_York', '20:05 19/11'],
    ['2026-11-20T17:30:00Z', 'Asia/Ho_Chi_Minh', '00:30 21/11'],
    ['2027-01-01T01:00:00Z', 'Asia/Ho_Chi_Minh', '08:00 01/01/2027'],
  ])('SC-2 %s is planned in %s for %s', (moment, zone, written) => {
    const today = Date.parse('2026-11-20T14:00:00Z');
    expect(shortMoment(Date.parse(moment) / 1000, today, zone)).toBe(written);
  });

  test('SC-2 tells a zone from the one of the browser by what its clock shows', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const moment = at(2026, 7, 1, 12);
    expect(isSameWall(moment, timeZone)).toBe(true);
    expect(isSameWall(moment, 'Pacific/Kiritimati') && isSameWall(moment, 'Pacific/Niue')).toBe(false);
  });
});

describe('sizes', () => {
  test.each([
    [0, '0.0 KB'],
    [512, '0.5 KB'],
    [1536, '1.5 KB'],
    [25 * 1024 * 1024, '25.0 MB'],
    [1.5 * 1024 ** 3, '1.5 GB'],
    [2 * 1024 ** 4, '2.0 TB'],
    [5000 * 1024 ** 4, '5000.0 TB'],
  ])('IN-3 %d bytes are %s', (bytes, written) => {
    expect(readableSize(bytes)).toBe(written);
  });
});

describe('the text helper', () => {
  test('LM-1 cuts at 50 characters', () => {
    expect(cut('a'.repeat(50))).toBe('a'.repeat(50));
    expect(cut('a'.repeat(51))).toBe(`${'a'.repeat(50)}…`);
  });

  test('LM-1 never cuts a letter from its marks', () => {
    expect(cut('ế'.normalize('NFD').repeat(3), 2)).toBe(`${'ế'.normalize('NFD').repeat(2)}…`);
  });
});
