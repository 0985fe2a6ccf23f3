import { expect, test } from 'vitest';
import { collectionName, visibleName } from './collection-name.ts';

test.each(['', ' ', '\u00a0\u3000', '\u200b', '\u202e', '\u2800', ' \u200d\ufeff ', '\u0301', '\u3164'])(
  'CL-119 a name of which nothing is seen is none: %j',
  (name) => {
    expect(visibleName(name)).toBe('');
    expect(() => collectionName(name)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  },
);

test.each([
  [' Dự án ', 'Dự án'],
  ['Du\u031b\u0323 a\u0301n', 'Dự án'],
  ['Lương\u202egnoul', 'Lươnggnoul'],
  ['🎉', '🎉'],
  ['👩\u200d👧', '👩\u200d👧'],
  ['2026', '2026'],
  ['…', '…'],
])('CL-119 a name is kept without what is not seen: %j', (name, kept) => {
  expect(collectionName(name)).toBe(kept);
});
