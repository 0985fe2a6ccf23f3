import { expect, test } from 'vitest';
import { createFairShares, type FairShares } from './fair-shares.ts';

/** Takes as many jobs of one account as it may. */
async function takeAll(shares: FairShares, who: string): Promise<number> {
  for (let count = 0; ; count += 1) {
    if ((await shares.turn()).includes(who)) {
      shares.tookNothing();
      return count;
    }
    shares.took([who]);
  }
}

test('leaves as many workers free as anybody holds', async () => {
  const shares = createFairShares(256);
  expect(await takeAll(shares, 'a')).toBe(128);
  expect(await takeAll(shares, 'b')).toBe(64);
  expect(await takeAll(shares, 'c')).toBe(32);
  shares.ended(['a']);
  expect(await takeAll(shares, 'a')).toBe(0);
  expect(await takeAll(shares, 'd')).toBe(17);
});

test('gives one turn at a time, in the order they were asked for', async () => {
  const shares = createFairShares(2);
  const order: string[] = [];
  await shares.turn();
  const second = shares.turn().then((left) => order.push(`second leaves ${left}`));
  const third = shares.turn().then((left) => order.push(`third leaves ${left}`));
  shares.took(['a']);
  await second;
  expect(order).toEqual(['second leaves a']);
  shares.tookNothing();
  await third;
  expect(order).toEqual(['second leaves a', 'third leaves a']);
});
