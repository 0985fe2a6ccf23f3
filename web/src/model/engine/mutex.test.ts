import { describe, expect, test } from 'vitest';
import { createMutex } from './mutex.ts';

describe('the mutex', () => {
  test('runs one task after the other, also after one that failed, and the last one knows that it is', async () => {
    const mutex = createMutex();
    const first = Promise.withResolvers<void>();
    const seen: string[] = [];
    const one = mutex.run(async (isLast) => {
      seen.push('one begins');
      await first.promise;
      seen.push(`one ends, last: ${isLast()}`);
      throw new Error('refused');
    });
    const other = mutex.run(async (isLast) => seen.push(`other, last: ${isLast()}`));
    first.resolve();
    await expect(one).rejects.toThrow('refused');
    await other;
    expect(seen).toEqual(['one begins', 'one ends, last: false', 'other, last: true']);
  });

  test('is idle only when what a task does at its end is done', async () => {
    const mutex = createMutex();
    const answer = Promise.withResolvers<void>();
    let applied = false;
    void mutex.run(async () => {
      await answer.promise;
      await Promise.resolve();
      applied = true;
    });
    const idle = mutex.idle();
    answer.resolve();
    expect(await idle).toBe(true);
    expect(applied).toBe(true);
  });

  test('is not idle while a newer task runs', async () => {
    const mutex = createMutex();
    const idle = mutex.idle();
    const newer = Promise.withResolvers<void>();
    const task = mutex.run(() => newer.promise);
    expect(await idle).toBe(false);
    newer.resolve();
    await task;
    expect(await mutex.idle()).toBe(true);
  });
});
