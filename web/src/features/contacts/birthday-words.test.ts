import { expect, test } from 'vitest';
import type { Say } from '../../i18n/say.ts';
import { birthdayNote, birthdayWords } from './birthday-words.ts';

const t: Say = (key, values) => `${key} ${Object.values(values ?? {}).join()}`;
const TODAY = Date.parse('2026-11-20T09:00:00+07:00');

test.each([
  ['1990-08-15', false, '15/08/1990', 'contacts.card.lunar 25/06'],
  ['2025-07-25', false, '25/07/2025', 'contacts.card.lunarLeap 01/06'],
  ['--08-15', false, '15/08', null],
  ['1890-08-15', false, '15/08/1890', null],
  // The year goes on until Tết of 6 February 2027.
  ['1950-12-23', true, 'contacts.card.lunar 23/12/1950', 'contacts.card.nextBirthday 30/01/2027'],
  ['--08-15', true, 'contacts.card.lunar 15/08', 'contacts.card.nextBirthday 15/09/2027'],
  ['--10-12', true, 'contacts.card.lunar 12/10', 'contacts.card.nextBirthday 20/11/2026'],
  ['--10-11', true, 'contacts.card.lunar 11/10', 'contacts.card.nextBirthday 08/11/2027'],
])('CT-18 the birthday %s, lunar or not: %s, reads %s, and besides %s', (birthday, lunar, words, note) => {
  const day = { birthday, lunar, leap: false };
  expect(birthdayWords(t, day).trim()).toBe(words);
  expect(birthdayNote(t, day, TODAY)).toBe(note);
});

// 2025 has a second 6th month, and 2028 a second 5th; no other year until 2036 has one of these.
test.each([
  ['2025-06-15', '2025-07-01T09:00:00+07:00', 'contacts.card.nextBirthday 08/08/2025'],
  ['2025-06-15', '2026-11-20T09:00:00+07:00', 'contacts.card.nextBirthday 18/07/2027'],
  ['--05-30', '2028-06-01T09:00:00+07:00', 'contacts.card.nextBirthday 21/07/2028'],
])('CT-42 the leap birthday %s, looked at on %s, reads %s', (birthday, at, note) => {
  const day = { birthday, lunar: true, leap: true };
  expect(birthdayWords(t, day)).toMatch(/^contacts\.card\.lunarLeap /);
  expect(birthdayNote(t, day, Date.parse(at))).toBe(note);
});
