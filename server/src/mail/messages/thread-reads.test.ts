import { expect, test } from 'vitest';
import type { MessageHead } from './messages.store.ts';
import { readInTurn, readingCost } from './thread-reads.ts';

const head = { headers: { to: [], cc: [], bcc: [], replyTo: [], unsubscribe: null } } as Pick<
  MessageHead,
  'headers'
>;

test('many short messages cost what a long one does: whoever goes on opening them waits for the next turn', async () => {
  const costs = () => readingCost(Array(250).fill(head), []);
  expect(costs()).toBeGreaterThanOrEqual(100_000);
  expect(readingCost([head], [{ body: 'Xin chào', quote: null }])).toBeLessThan(100_000);
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
