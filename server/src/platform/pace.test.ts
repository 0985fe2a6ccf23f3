import { expect, test } from 'vitest';
import { createTestClock } from '../test-kit/test-clock.ts';
import { createPace } from './pace.ts';

test('a burst is free, what is more waits until it is paid, and another key does not', () => {
  const clock = createTestClock(0);
  const pace = createPace<string>(clock, { burst: 10, perSecond: 2 });
  expect(pace.spend('a', 10)).toBe(0);
  expect(pace.spend('a', 4)).toBe(2_000);
  expect(pace.spend('b', 4)).toBe(0);
  clock.set(2_000);
  expect(pace.spend('a', 1)).toBe(500);
  clock.set(60_000);
  expect(pace.spend('a', 10)).toBe(0);
});
