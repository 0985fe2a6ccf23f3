import { expect, test } from 'vitest';
import { isTimeToLook } from './arrival-pace.ts';

const looksWithin = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, at) => from + at + 1).filter(isTimeToLook).length;

test('is looked at every 3 s for 2 minutes, then every 10 s, and after 15 minutes no more', () => {
  expect(looksWithin(0, 120)).toBe(40);
  expect(looksWithin(120, 900)).toBe(78);
  expect(looksWithin(900, 5_000)).toBe(0);
});
