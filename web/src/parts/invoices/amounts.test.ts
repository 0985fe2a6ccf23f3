import { expect, test } from 'vitest';
import { amountWords, dayWords, moneyWords, plainAmount, sumAmounts } from './amounts.ts';

test('amounts are grouped as the language writes them, and lose no digit', () => {
  expect(amountWords('1561850', 'vi')).toBe('1.561.850');
  expect(amountWords('1561850', 'en')).toBe('1,561,850');
  expect(amountWords('27777.7778', 'vi')).toBe('27.777,7778');
  expect(amountWords('-130000.00', 'vi')).toBe('-130.000');
  expect(amountWords('123456789012345678901.5', 'en')).toBe('123,456,789,012,345,678,901.5');
  expect(amountWords('-0', 'vi')).toBe('0');
  expect(moneyWords('329.89', 'USD', 'vi')).toBe('329,89\u00a0USD');
  expect(moneyWords('1561850', 'VND', 'vi')).toBe('1.561.850\u00a0đ');
  expect(plainAmount('27777.7778', 'vi')).toBe('27777,7778');
  expect(dayWords('2026-11-05')).toBe('05/11/2026');
});

test('sums of decimals are exact', () => {
  expect(sumAmounts([])).toBe('0');
  expect(sumAmounts(['0.1', '0.2'])).toBe('0.3');
  expect(sumAmounts(['1561850', '-130000', '0.05'])).toBe('1431850.05');
  expect(sumAmounts(['0.05', '-1'])).toBe('-0.95');
});
