import { expect, test } from 'vitest';
import { readingCost } from './thread-reads.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: '', email: `${at}@x.vn` }));
const head = (to: number, cc: number) => ({
  headers: { to: people(to), cc: people(cc), bcc: [], replyTo: [], unsubscribe: null },
});

test('what is read of a conversation is its bodies, and its recipients one by one', () => {
  expect(readingCost([], [{ body: 'x'.repeat(10), quote: 'x' }])).toBe(11);
  expect(readingCost([], [{ body: null, quote: null }])).toBe(0);
  // Thirty messages to four thousand: five times what is read at once.
  const many = readingCost(Array(30).fill(head(2_000, 2_000)), []);
  expect(many).toBeGreaterThan(40_000_000);
  // The letters of a large team are no load that anybody waits for.
  expect(readingCost(Array(20).fill(head(100, 100)), [])).toBeLessThan(10_000_000);
});
