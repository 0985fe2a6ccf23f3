import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createTurns } from './take-turns.ts';

const [AN, BINH] = [1, 2];

function workOf(clock: ReturnType<typeof createTestClock>, took: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = false;
  return {
    isBegun: () => begun,
    end: () => {
      clock.set(clock.now() + took);
      resolve();
    },
    work: () => {
      begun = true;
      return promise;
    },
  };
}

test('searches of a person follow each other, with a rest between them, and nobody else waits', async () => {
  const clock = createTestClock();
  const turns = createTurns(clock);
  const [first, second, other] = [workOf(clock, 300), workOf(clock, 0), workOf(clock, 0)];
  const done = turns.run(AN, first.work);
  void turns.run(AN, second.work);
  void turns.run(BINH, other.work);
  await expect
    .poll(() => [first, second, other].map(({ isBegun }) => isBegun()))
    .toEqual([true, false, true]);
  first.end();
  await done;
  await clock.advance(299);
  expect(second.isBegun()).toBe(false);
  await clock.advance(1);
  await expect.poll(second.isBegun).toBe(true);
});

test('a search that fails gives its turn away', async () => {
  const turns = createTurns(createTestClock());
  await expect(turns.run(AN, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await turns.run(AN, async () => 'found')).toBe('found');
});
