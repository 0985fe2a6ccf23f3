import { expect, test } from 'vitest';
import { layoutDay } from './layout-day.ts';

const layout = (...hours: [number, number][]) =>
  layoutDay(
    hours.map(([start, end]) => ({ start, end })),
    0.5,
  ).map(({ left, width }) => [left, width].map((part) => Math.round(part * 100)));

test('CV-8 what does not overlap has the whole width', () => {
  expect(layout([9, 10], [10, 11])).toEqual([
    [0, 100],
    [0, 100],
  ]);
});

test('CV-8 two that overlap share it, the earlier at the left', () => {
  expect(layout([9.5, 11], [9, 10])).toEqual([
    [50, 50],
    [0, 50],
  ]);
});

test('CV-8 what begins together has the longer one first', () => {
  expect(layout([9, 10], [9, 12])).toEqual([
    [50, 50],
    [0, 50],
  ]);
});

test('CV-8 a third that overlaps only one of two uses the column of the other', () => {
  expect(layout([9, 12], [9, 10], [10, 11])).toEqual([
    [0, 50],
    [50, 50],
    [50, 50],
  ]);
});

test('CV-8 an event is as wide as the columns beside it are free', () => {
  // Three columns from nine on; the fourth needs only the second and finds the third free too.
  expect(layout([9, 12], [9, 10], [9, 10], [10, 12])).toEqual([
    [0, 33],
    [33, 33],
    [67, 33],
    [33, 67],
  ]);
});

test('CV-8 very short ones are drawn longer than they are, and overlap what is under that', () => {
  expect(layout([9, 9], [9.25, 10])).toEqual([
    [0, 50],
    [50, 50],
  ]);
});

test('CV-8 no two that overlap stand on one another, whatever is given', () => {
  const events = Array.from({ length: 60 }, (_, at) => {
    const start = (at * 37) % 24;
    return { start, end: start + 1 + ((at * 7) % 5) };
  });
  const places = layoutDay(events, 0.5);
  for (const [a, one] of events.entries())
    for (const [b, other] of events.entries()) {
      if (a >= b || one.start >= other.end || other.start >= one.end) continue;
      const [left, right] = [places[a], places[b]].sort((p, q) => (p?.left ?? 0) - (q?.left ?? 0));
      expect((left?.left ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual((right?.left ?? 0) + 1e-9);
    }
});
