import { expect, test } from 'vitest';
import { layoutLanes } from './layout-lanes.ts';

const lanes = (...bars: [number, number][]) =>
  layoutLanes(
    bars.map(([from, to]) => ({ from, to })),
    7,
  ).map(({ lane, from, to }) => [lane, from, to]);

test('CV-8 bars that share no day stand in one lane, others below', () => {
  expect(lanes([0, 1], [2, 2], [1, 3])).toEqual([
    [0, 0, 1],
    [0, 2, 2],
    [1, 1, 3],
  ]);
});

test('CV-8 the longer of two that begin together is above', () => {
  expect(lanes([0, 0], [0, 4])).toEqual([
    [1, 0, 0],
    [0, 0, 4],
  ]);
});

test('CV-1 a bar that is longer than what is shown is cut', () => {
  expect(layoutLanes([{ from: -2, to: 9 }], 7)).toEqual([
    { lane: 0, from: 0, to: 6, isCutBefore: true, isCutAfter: true },
  ]);
});

test('what is being made has the first lane of its days, and covers nothing', () => {
  const bars = [
    { from: 0, to: 2 },
    { from: 4, to: 4 },
  ];
  expect(layoutLanes(bars, 7, { from: 1, to: 1 }).map(({ lane }) => lane)).toEqual([1, 0]);
});
