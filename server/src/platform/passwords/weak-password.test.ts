import { expect, test } from 'vitest';
import { guessability, personWords } from './weak-password.ts';

const dao = personWords({ email: 'dao@alpha.example', name: 'Trần Thị Đào' });
const an = personWords({ email: 'an.le@alpha.example', name: 'Lê An' });

test.each([
  ['Dao@alpha2026', dao],
  ['Đào@Alpha.2026', dao],
  ['2026alpha-Dao!', dao],
  ['TranThiDao#1999', dao],
  ['An@alpha2026', an],
  ['Le.An_2026!Alpha', an],
])('PW-1 %j is made of name, domain and year', async (password, words) => {
  expect(await guessability(password, words)).toBe('weak');
});

test.each([
  ['An :)', 'a@alpha.example'],
  ['Bùi (B', 'bui@alpha.example'],
  ['Lê', '+a@alpha.example'],
  ['[A-', '*x@alpha.example'],
])('PW-1 a password is judged for somebody called %j too, at %s', async (name, email) => {
  const words = personWords({ email, name });
  expect(await guessability('mèo vàng leo cây cau', words)).toBe(null);
  expect(await guessability('Alpha@2026', words)).toBe('weak');
});

test.each([
  ['Dao@alpha2026-k7mqx2ra', dao],
  ['Xanh7#qP', an],
  ['mèo vàng leo cây cau', an],
  ['Hoa!Sen-trong-đầm-2026', dao],
  ['aZ4!vuon-cay-2026', dao],
])('PW-1 %j has enough besides', async (password, words) => {
  expect(await guessability(password, words)).toBe(null);
});
