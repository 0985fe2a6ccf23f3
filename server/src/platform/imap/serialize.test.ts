import { expect, test } from 'vitest';
import { serializeDateTime } from './serialize.ts';

test.each([
  [0, '"01-Jan-1970 00:00:00 +0000"'],
  [86_399, '"01-Jan-1970 23:59:59 +0000"'],
  [86_400, '"02-Jan-1970 00:00:00 +0000"'],
  [-1, '"31-Dec-1969 23:59:59 +0000"'],
  [1_709_251_140, '"29-Feb-2024 23:59:00 +0000"'],
  [4_107_542_400, '"01-Mar-2100 00:00:00 +0000"'],
])('%d is written as %s, whatever was written before', (at, text) => {
  expect(serializeDateTime(at)).toBe(text);
});
