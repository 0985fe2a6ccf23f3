import { expect, test } from 'vitest';
import { each, inOneSlice, inSlices } from './in-slices.ts';

function* counting(upTo: number) {
  const seen: number[] = [];
  yield* each(
    Array.from({ length: upTo }, (_, index) => index),
    (one) => void seen.push(one),
  );
  return seen;
}

test('work in slices is all of the work, and others have their turn between', async () => {
  let turns = 0;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    turns += 1;
    channel.port2.postMessage(null);
  };
  channel.port2.postMessage(null);
  const done = await inSlices(counting(1_000));
  channel.port1.close();
  expect(done).toEqual(inOneSlice(counting(1_000)));
  expect(turns).toBeGreaterThan(0);
});

test('work that is given up goes no further', async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  function* endless() {
    for (;;) {
      seen.push(1);
      if (seen.length === 3) stop.abort();
      yield 1;
    }
  }
  expect(await inSlices(endless(), stop.signal)).toBeNull();
  expect(seen).toHaveLength(3);
});
