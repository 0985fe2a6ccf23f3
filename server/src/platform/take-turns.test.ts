import { describe, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../test-kit/test-clock.ts';
import { createTurns } from './take-turns.ts';

const [AN, BINH] = [1, 2];

function workOf(clock: TestClock, took: number) {
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

test('searches of a person follow each other, and nobody else waits', async () => {
  const clock = createTestClock();
  const turns = createTurns(clock);
  const [first, second, other] = [workOf(clock, 300), workOf(clock, 0), workOf(clock, 0)];
  const done = turns.run(AN, {}, first.work);
  void turns.run(AN, {}, second.work);
  void turns.run(BINH, {}, other.work);
  await expect
    .poll(() => [first, second, other].map(({ isBegun }) => isBegun()))
    .toEqual([true, false, true]);
  first.end();
  await done;
  await expect.poll(second.isBegun).toBe(true);
});

test('a connection that goes on searching rests after three seconds, for as long as its last search took', async () => {
  const clock = createTestClock();
  const turns = createTurns(clock);
  const connection = {};
  async function search(took: number): Promise<void> {
    const { work, isBegun, end } = workOf(clock, took);
    const done = turns.run(AN, connection, work);
    await expect.poll(isBegun).toBe(true);
    end();
    await done;
  }
  for (let count = 0; count < 11; count += 1) await search(300);
  const next = workOf(clock, 0);
  void turns.run(AN, connection, next.work);
  await clock.advance(299);
  expect(next.isBegun()).toBe(false);
  await clock.advance(1);
  await expect.poll(next.isBegun).toBe(true);
});

test('a search that fails gives its turn away', async () => {
  const turns = createTurns(createTestClock());
  await expect(turns.run(AN, {}, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await turns.run(AN, {}, async () => 'found')).toBe('found');
});

describe('reading', () => {
  /** Reads that begin at once, each of which takes so long. */
  async function read(
    turns: ReturnType<typeof createTurns>,
    clock: TestClock,
    mailbox: number,
    took: number,
  ) {
    const one = workOf(clock, took);
    const done = turns.pace(mailbox, one.work);
    await expect.poll(one.isBegun).toBe(true);
    one.end();
    await done;
  }

  test('waits for no turn while little was read, and one after another behind three seconds', async () => {
    const clock = createTestClock();
    const turns = createTurns(clock);
    const [first, second] = [workOf(clock, 0), workOf(clock, 0)];
    const early = [first, second].map(({ work }) => turns.pace(AN, work));
    await expect.poll(() => [first, second].map(({ isBegun }) => isBegun())).toEqual([true, true]);
    first.end();
    second.end();
    await Promise.all(early);

    await read(turns, clock, AN, 3_001);
    const [third, fourth, other] = [workOf(clock, 0), workOf(clock, 0), workOf(clock, 0)];
    const done = turns.pace(AN, third.work);
    void turns.pace(AN, fourth.work);
    void turns.pace(BINH, other.work);
    await expect
      .poll(() => [third, fourth, other].map(({ isBegun }) => isBegun()))
      .toEqual([true, false, true]);
    third.end();
    await done;
    await expect.poll(fourth.isBegun).toBe(true);
  });

  test('is free again after a while, however long it went on', async () => {
    const clock = createTestClock();
    const turns = createTurns(clock);
    for (let count = 0; count < 20; count += 1) await read(turns, clock, AN, 5_000);
    clock.pass(24_000);
    const [first, second] = [workOf(clock, 0), workOf(clock, 0)];
    void turns.pace(AN, first.work);
    void turns.pace(AN, second.work);
    await expect.poll(() => [first, second].map(({ isBegun }) => isBegun())).toEqual([true, true]);
  });
});
