import { expect, test } from 'vitest';
import { createNetworkCounts } from './network-counts.ts';

test('AU-8 who has a whole site has no more than eight networks of it', () => {
  const counts = createNetworkCounts();
  const addressOf = (network: number) => `2001:db8:1:${network.toString(16)}::6`;
  let added = 0;
  for (let network = 0; network < 1_000; network++) {
    const address = addressOf(network);
    if (!counts.hasRoom(address, 2)) continue;
    counts.add(address);
    added += 1;
  }
  expect(added).toBe(16);
  expect(counts.hasRoom('2001:db8:2:1::6', 2)).toBe(true);
  counts.remove(addressOf(0));
  expect(counts.hasRoom(addressOf(2_000), 2)).toBe(true);
});

test('AU-8 a network has its own limit, and an IPv4 address is one', () => {
  const counts = createNetworkCounts();
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '2001:db8::2']) counts.add(address);
  expect(counts.hasRoom('192.0.2.7', 2)).toBe(false);
  expect(counts.hasRoom('192.0.2.8', 2)).toBe(true);
  expect(counts.hasRoom('2001:db8::3', 2)).toBe(false);
  expect(counts.hasRoom('2001:db8:0:1::3', 2)).toBe(true);
});
