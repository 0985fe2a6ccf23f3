import { expect, it } from 'vitest';
import { loops } from './loop-guard.ts';

it.each([
  ['a fresh message', 1, [], false],
  ['fifty hops', 50, [], false],
  ['fifty-one hops', 51, [], true],
  ['one that was delivered to somebody else', 3, ['bo@home.test'], false],
  ['one that was delivered here', 3, ['bo@home.test', ' <AN@home.test> '], true],
])('tells a loop from %s', (_name, receivedCount, deliveredTo, expected) => {
  expect(loops({ receivedCount, deliveredTo }, 'an@Home.test')).toBe(expected);
});
