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
  const day = { birthday, lunar };
  expect(birthdayWords(t, day).trim()).toBe(words);
  expect(birthdayNote(t, day, TODAY)).toBe(note);
});
