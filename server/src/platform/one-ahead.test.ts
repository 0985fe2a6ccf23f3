import { expect, test } from 'vitest';
import { oneAhead } from './one-ahead.ts';

test('the next step is read while one is worked on, and no more than that', async () => {
  const events: string[] = [];
  const read = async (step: number) => {
    events.push(`read ${step}`);
    return `found ${step}`;
  };
  for await (const found of oneAhead([1, 2, 3], read)) events.push(found);
  expect(events).toEqual(['read 1', 'read 2', 'found 1', 'read 3', 'found 2', 'found 3']);
});

test('a step that fails is told in its turn', async () => {
  const found: number[] = [];
  const read = async (step: number) => {
    if (step === 2) throw new Error('cut off');
    return step;
  };
  const all = async () => {
    for await (const one of oneAhead([1, 2, 3], read)) found.push(one);
  };
  await expect(all()).rejects.toThrow('cut off');
  expect(found).toEqual([1]);
});

// An unhandled rejection would end the run.
test('who leaves early is not ended by the failure of what was read ahead', async () => {
  const read = async (step: number) => {
    if (step === 2) throw new Error('cut off');
    return step;
  };
  for await (const one of oneAhead([1, 2], read)) {
    expect(one).toBe(1);
    break;
  }
});

test('nothing is read where there is no step', async () => {
  for await (const _ of oneAhead([], async () => 1)) expect.unreachable();
});
