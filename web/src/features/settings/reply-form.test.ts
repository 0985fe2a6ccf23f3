import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import { expect, test } from 'vitest';
import { saidDay } from './reply-day.ts';
import { formOf, problemsOf, replyOf, stateOf, turnedOn } from './reply-form.ts';

const TODAY = '2026-11-20';
const NEW = formOf(null, TODAY);
const SAVED: VacationRule = {
  type: 'vacation',
  is_enable: true,
  start_date: '2026-11-18',
  end_date: '2026-11-19',
  subject: 'Nghỉ phép',
  from: 'lan.anh@saomai.example',
  body: 'Tôi nghỉ.',
  only_organisation: true,
};

test('VA-1 a first automatic reply is off, and its end proposed in seven days', () => {
  expect(NEW).toMatchObject({ on: false, first: TODAY, hasEnd: true, last: '2026-11-27', body: '' });
});

test('VA-1 what was saved is shown and saved again as it was', () => {
  expect(replyOf(formOf(SAVED, TODAY), SAVED.from, TODAY)).toEqual(SAVED);
});

test('VA-1 the end is optional', () => {
  const form = { ...formOf({ ...SAVED, end_date: null }, TODAY) };
  expect([form.hasEnd, form.last]).toEqual([false, '2026-11-27']);
  expect(replyOf(form, SAVED.from, TODAY).end_date).toBeNull();
});

test('VA-4 one that has ended begins today when it is turned on again', () => {
  const off = { ...formOf(SAVED, TODAY), on: false };
  expect(turnedOn(off, TODAY)).toMatchObject({ on: true, first: TODAY, last: '2026-11-27' });
  expect(turnedOn({ ...off, last: TODAY }, TODAY)).toMatchObject({ first: '2026-11-18', last: TODAY });
  expect(turnedOn({ ...off, hasEnd: false }, TODAY)).toMatchObject({ first: '2026-11-18' });
});

test('VA-2 the end is not before the start, and may be on the same day', () => {
  const on = { ...NEW, on: true, body: 'Tôi nghỉ.' };
  const words = (given: object) => problemsOf({ ...on, ...given }).map(({ words }) => words);
  expect(words({})).toEqual([]);
  expect(words({ last: TODAY })).toEqual([]);
  expect(words({ last: '2026-11-19' })).toEqual(['order']);
  expect(words({ last: '2026-11-19', hasEnd: false })).toEqual([]);
  expect(words({ first: '', last: '', body: ' ' })).toEqual(['first', 'last', 'body']);
});

test('VA-2 what is turned off can be saved whatever its fields are', () => {
  const off = { ...NEW, first: '2026-11-22', last: '2026-11-21', body: '' };
  expect(problemsOf(off)).toEqual([]);
  expect(replyOf(off, SAVED.from, TODAY)).toMatchObject({
    is_enable: false,
    start_date: TODAY,
    end_date: null,
  });
});

test.each([
  ['2026-11-17', { words: 'waiting', day: '2026-11-18' }],
  ['2026-11-19', { words: 'runningUntil', day: '2026-11-19' }],
  ['2026-11-20', { words: 'ended', day: '2026-11-19' }],
])('VA-4 on %s it says how far it has come', (today, state) => {
  expect(stateOf(SAVED, today)).toEqual(state);
});

test('a day is said without its year while that is this one', () => {
  expect(saidDay('2026-11-05', TODAY, 'vi')).toBe('5/11');
  expect(saidDay('2027-01-05', TODAY, 'vi')).toBe('5/1/2027');
  expect(saidDay('2026-11-05', TODAY, 'en')).toBe('5 Nov');
  expect(saidDay('2027-01-05', TODAY, 'en')).toBe('5 Jan 2027');
});
