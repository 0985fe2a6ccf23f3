import { expect, test } from 'vitest';
import { eachAtMost } from './each-at-most.ts';

test.each(['the source', 'one of them'])('waits for what is under way where %s fails', async (fails) => {
  const slow = Promise.withResolvers<void>();
  const finished: number[] = [];
  async function* items() {
    yield 1;
    yield 2;
    if (fails === 'the source') throw new Error(fails);
    yield 3;
  }
  const working = eachAtMost(2, items(), async (item) => {
    if (item === 1) await slow.promise;
    if (item === 2 && fails === 'one of them') throw new Error(fails);
    finished.push(item);
  });
  const failed = working.catch((error: Error) => [error.message, ...finished]);
  setImmediate(() => slow.resolve());
  expect(await failed).toContain(1);
  expect(await failed).toContain(fails);
  expect(await failed).not.toContain(3);
});
