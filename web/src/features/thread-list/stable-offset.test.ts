import { expect, test } from 'vitest';
import { stableOffset } from './stable-offset.ts';

const rows = (ids: string) => [...ids].map((id) => ({ id }));

test.each([
  ['at the top new rows push the others down', 'abcdef', 'xabcdef', 0, 0],
  ['further down new rows above move nothing in view', 'abcdef', 'xyabcdef', 90, 170],
  ['rows that go above move nothing in view', 'abcdef', 'bcdef', 90, 50],
  ['rows that go below move nothing', 'abcdef', 'abcd', 90, 90],
  ['when the first row in view goes, the next takes its place', 'abcdef', 'abdef', 90, 90],
  ['when everything is new, the offset stays', 'abcdef', 'uvw', 90, 90],
])('%s', (_, before, after, offset, kept) => {
  expect(stableOffset(rows(before), rows(after), offset, 40)).toBe(kept);
});
