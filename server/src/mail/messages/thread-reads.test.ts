import { expect, test } from 'vitest';
import { readInTurn, readingCost } from './thread-reads.ts';

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

test('many short messages cost what a long one does: whoever goes on opening them waits for the next turn', async () => {
  const costs = () => readingCost(Array(250).fill(head(0, 0)), []);
  expect(costs()).toBeGreaterThanOrEqual(100_000);
  expect(readingCost([head(0, 0)], [{ body: 'Xin chào', quote: null }])).toBeLessThan(100_000);
  const mailbox = 77;
  const AT_ALL = 46;
  let opened = 0;
  const opening = (async () => {
    for (; opened < AT_ALL; opened += 1) await readInTurn(mailbox, async () => undefined, costs);
  })();
  // Both turns are held back once the burst is used up.
  await Promise.race([opening, new Promise((resolve) => setImmediate(() => setImmediate(resolve)))]);
  expect(opened).toBeGreaterThan(10);
  expect(opened).toBeLessThan(AT_ALL);
  await opening;
});
