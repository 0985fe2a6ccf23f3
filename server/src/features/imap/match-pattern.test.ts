import { expect, test } from 'vitest';
import { matchesPattern } from './match-pattern.ts';

test.each([
  ['*', 'Khách hàng/2026', true],
  ['%', 'Khách hàng', true],
  ['%', 'Khách hàng/2026', false],
  ['%/%', 'Khách hàng/2026', true],
  ['Khách*', 'Khách hàng/2026', true],
  ['Khách%', 'Khách hàng/2026', false],
  ['*2026', 'Khách hàng/2026', true],
  ['', '', true],
  ['', 'INBOX', false],
  ['INBOX', 'INBOX', true],
  ['%*%', 'a/b', true],
  ['a.c', 'abc', false],
])('the pattern %j matches %j: %s', (pattern, name, expected) => {
  expect(matchesPattern(pattern, name)).toBe(expected);
});

test('a pattern of many wildcards takes no longer for it', () => {
  expect(matchesPattern(`${'*a%'.repeat(300)}b`, 'a'.repeat(600))).toBe(false);
});
