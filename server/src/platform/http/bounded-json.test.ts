import { expect, test } from 'vitest';
import { hasMoreValues } from './bounded-json.ts';

test.each([
  ['lists', '[[],[],[],[]]', true],
  ['objects', '{"a":{"b":{"c":{}}},"d":1,"e":2}', true],
  ['what never ends', '[[[[[[', true],
  ['signs within strings', '{"body":"[[[[,,,,{{{{"}', false],
  ['signs behind an escaped quote', String.raw`{"body":"\"[[[[,,,,"}`, false],
  ['signs behind an escaped backslash', String.raw`["\\",[],[],[],[]]`, true],
  ['a string that never ends', '["[[[[[[[', false],
  ['few values', '[1,2,3]', false],
])('counts the values of %s', (_what, json, more) => {
  expect(hasMoreValues(json, 5)).toBe(more);
});
