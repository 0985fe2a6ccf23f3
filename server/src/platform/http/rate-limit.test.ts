import type { Limit } from '@bocau/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createRateLimits } from './rate-limit.ts';

const limit: Limit = { name: 'previews', count: 2, perSeconds: 60, by: 'account' };

test('a caller waits for the end of the window, and others and other limits do not', async () => {
  const clock = createTestClock();
  const limits = createRateLimits(clock);
  expect(limits.secondsToWait(limit, '1')).toBe(0);
  await clock.advance(10_000);
  expect(limits.secondsToWait(limit, '1')).toBe(0);
  expect(limits.secondsToWait(limit, '1')).toBe(50);
  expect(limits.secondsToWait(limit, '2')).toBe(0);
  expect(limits.secondsToWait({ ...limit, name: 'uploads' }, '1')).toBe(0);
  await clock.advance(50_000);
  expect(limits.secondsToWait(limit, '1')).toBe(0);
});
