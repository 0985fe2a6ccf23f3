import { describe, expect, test } from 'vitest';
import { createTurns } from './turns.ts';

describe('turns', () => {
  test('run one after the other, also after one that failed, and the last one knows that it is', async () => {
    const turns = createTurns();
    const first = Promise.withResolvers<void>();
    const seen: string[] = [];
    const one = turns.take(async (isLast) => {
      seen.push('one begins');
      await first.promise;
      seen.push(`one ends, last: ${isLast()}`);
      throw new Error('refused');
    });
    const other = turns.take(async (isLast) => seen.push(`other, last: ${isLast()}`));
    first.resolve();
    await expect(one).rejects.toThrow('refused');
    await other;
    expect(seen).toEqual(['one begins', 'one ends, last: false', 'other, last: true']);
  });

  test('have ended only when what a turn does at its end is done', async () => {
    const turns = createTurns();
    const answer = Promise.withResolvers<void>();
    let laid = false;
    void turns.take(async () => {
      await answer.promise;
      await Promise.resolve();
      laid = true;
    });
    const ended = turns.ended();
    answer.resolve();
    expect(await ended).toBe(true);
    expect(laid).toBe(true);
  });

  test('have not ended while a newer one is open', async () => {
    const turns = createTurns();
    const ended = turns.ended();
    const newer = Promise.withResolvers<void>();
    const turn = turns.take(() => newer.promise);
    expect(await ended).toBe(false);
    newer.resolve();
    await turn;
    expect(await turns.ended()).toBe(true);
  });
});
