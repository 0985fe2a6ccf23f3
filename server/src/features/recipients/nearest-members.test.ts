import { expect, test } from 'vitest';
import { slipsBetween } from './nearest-members.ts';

test.each([
  ['minh.tran', 'minh.tran', 0],
  ['minh.trann', 'minh.tran', 1],
  ['mihn.tran', 'minh.tran', 1],
  ['minh.tra', 'minh.tran', 1],
  ['ming.tran', 'minh.tran', 1],
  ['', 'lan', 3],
  ['lan', '', 3],
])('RC-6 %s is %s but for %i slips', (typed, meant, slips) => {
  expect(slipsBetween(typed, meant)).toBe(slips);
});
