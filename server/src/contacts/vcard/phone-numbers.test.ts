import { expect, test } from 'vitest';
import { numberEndings, toE164 } from './phone-numbers.ts';

test.each([
  ['0912345678', '+84912345678'],
  ['0912 345 678', '+84912345678'],
  ['0912.345.678', '+84912345678'],
  ['(+84) 912-345-678', '+84912345678'],
  ['84912345678', '+84912345678'],
  ['0084 912 345 678', '+84912345678'],
  ['+84-912-345-678', '+84912345678'],
  ['0912345678 ext. 12', '+84912345678'],
  ['0912345678;ext=12', '+84912345678'],
  ['024 3825 1234', '+842438251234'],
  ['1900 1234', '+8419001234'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['+44 20 7946 0958', '+442079460958'],
  ['113', null],
  ['12345', null],
  ['Lan', null],
  ['', null],
  ['+', null],
  ['9'.repeat(200), null],
])('the number %j is %j in international form', (text, number) => {
  expect(toE164(text)).toBe(number);
});

test('a search finds any part of a number of four digits or more, however it was written', () => {
  const endings = numberEndings('0912 345 678 ext 99');
  for (const number of ['0912345678', '84912345678']) {
    for (let at = 0; at + 4 <= number.length; at += 1) expect(endings).toContain(number.slice(at));
  }
  expect(endings).toHaveLength(new Set(endings).size);
  expect(endings.filter((each) => each.length < 4 || each.includes('99'))).toEqual([]);
  expect(numberEndings('+84912345678')).toEqual(endings);
});

test('what is no number of any country is found by its digits', () => {
  expect(numberEndings('12-34 56')).toEqual(['123456', '23456', '3456']);
  expect(numberEndings('113')).toEqual([]);
  expect(numberEndings('9'.repeat(5000)).length).toBeLessThan(30);
});
