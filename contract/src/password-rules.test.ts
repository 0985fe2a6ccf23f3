import { expect, test } from 'vitest';
import { passwordFaults } from './password-rules.ts';

test.each([
  ['Hoa-Sen-2026', []],
  ['Đường#dài7', []],
  ['ẤmÁp-9 bát', []],
  ['hoa-sen-2026', ['uppercase']],
  ['HOA-SEN-2026', ['lowercase']],
  ['Hoa-Sen-Hong', ['digit']],
  ['HoaSen 2026', ['special']],
  ['aA1-', ['length']],
  ['', ['length', 'lowercase', 'uppercase', 'digit', 'special']],
  // Eight code units, and four letters.
  ['aA1-😀😀', ['length']],
  [`aA1-${'x'.repeat(125)}`, ['too_long']],
])('PW-1 %j lacks %j', (password, faults) => {
  expect(passwordFaults(password)).toEqual(faults);
});

test('PW-1 marks that are written apart count with their letter', () => {
  const apart = 'Ấ'.normalize('NFD').repeat(3);
  expect(passwordFaults(`${apart}a1-`)).toEqual(['length']);
});
