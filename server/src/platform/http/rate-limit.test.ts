import type { Limit } from '@bocau/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createRateLimits, secondsToWaitFor } from './rate-limit.ts';

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

test('AU-8 who has a whole /48 of IPv6 gets what eight networks do, and the limit of an IPv4 address is its own', () => {
  const limits = createRateLimits(createTestClock());
  const wait = (address: string) => secondsToWaitFor(limits, limit, address);
  const networks = Array.from({ length: 30 }, (_, index) => wait(`2001:db8:1:${index.toString(16)}::1`));
  expect(networks.filter((seconds) => seconds === 0)).toHaveLength(16);
  expect(wait('2001:db8:2::1')).toBe(0);
  expect(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(wait)).toEqual([0, 0, 60, 0]);
});

test('AU-8 calls that the database counts by network are counted by site here', () => {
  const limits = createRateLimits(createTestClock());
  const inDatabase = { ...limit, inDatabase: true } as const;
  const waits = Array.from({ length: 17 }, (_, index) =>
    secondsToWaitFor(limits, inDatabase, `2001:db8:1:${index}::1`),
  );
  expect(waits.map((seconds) => seconds > 0)).toEqual([...Array(16).fill(false), true]);
  expect(Array.from({ length: 30 }, () => secondsToWaitFor(limits, inDatabase, '192.0.2.1'))).not.toContain(
    60,
  );
});
