import { expect, test } from 'vitest';
import { createSay, type WordTree } from './say.ts';

const say = (language: string, words: WordTree) =>
  createSay(language, words) as (...given: never[]) => string;
const call = (language: string, words: WordTree, key: string, values?: object) =>
  say(language, words)(key as never, values as never);

test('a sentence takes its values, and numbers as the language writes them', () => {
  const words = { list: { range: '{{from, number}} to {{to}} of {{missing}}' } };
  const values = { from: 12500, to: '$&' };
  expect(call('vi', words, 'list.range', values)).toBe('12.500 to $& of {{missing}}');
  expect(call('en', words, 'list.range', values)).toBe('12,500 to $& of {{missing}}');
});

test.each(['vi', 'en'])('numbers are grouped as Intl groups them (%s)', (language) => {
  const words = { n: '{{n, number}}' };
  const intl = new Intl.NumberFormat(language);
  const numbers = [
    0,
    7,
    999,
    1000,
    12_345,
    999_999,
    1_000_000,
    1_234_567_890,
    -1,
    -1000,
    -123_456,
    1234.5,
    2 ** 60,
  ];
  expect(numbers.map((n) => call(language, words, 'n', { n }))).toEqual(numbers.map((n) => intl.format(n)));
});

test('a count chooses the form of its language, and a sentence without forms serves every count', () => {
  const words = { m_one: '{{count}} message', m_other: '{{count}} messages', same: 'For {{count}}' };
  expect([0, 1, 2].map((count) => call('en', words, 'm', { count }))).toEqual([
    '0 messages',
    '1 message',
    '2 messages',
  ]);
  expect(call('vi', words, 'm', { count: 1 })).toBe('1 messages');
  expect(call('en', words, 'same', { count: 1 })).toBe('For 1');
  const day = { d_ordinal_one: '{{count}}st', d_ordinal_two: '{{count}}nd', d_ordinal_other: '{{count}}th' };
  const ordinals = [1, 2, 11].map((count) => call('en', day, 'd', { count, ordinal: true }));
  expect(ordinals).toEqual(['1st', '2nd', '11th']);
});

test('what has no words is said by its key, until they are learnt', () => {
  const words: Record<string, string | WordTree> = {};
  const early = say('vi', words);
  expect(early('compose.send' as never)).toBe('compose.send');
  words['compose'] = { send: 'Gửi' };
  expect(early('compose.send' as never)).toBe('Gửi');
  expect(early('compose' as never)).toBe('compose');
});

test('sentences that are said instead come before the others, by the form of their count', () => {
  const words = { a: { m_one: 'one', m_other: 'many', same: 'same' } };
  const told = createSay('en', words, { 'a.m_other': 'others' }) as (...given: never[]) => string;
  const of = (key: string, values?: object) => told(key as never, values as never);
  expect([of('a.m', { count: 1 }), of('a.m', { count: 2 }), of('a.same')]).toEqual(['one', 'others', 'same']);
});
