import { expect, test } from 'vitest';
import { createBoundedQueue, createSemaphore } from './semaphore.ts';

test('those of one key wait their turn, those of another do not', async () => {
  const semaphore = createSemaphore<number>(2);
  const order: string[] = [];
  const take = async (key: number, name: string) => {
    const release = await semaphore.take(key);
    order.push(name);
    return release;
  };
  const first = await take(1, 'a1');
  const second = await take(1, 'a2');
  const third = take(1, 'a3');
  const fourth = take(1, 'a4');
  await take(2, 'b1');
  expect(order).toEqual(['a1', 'a2', 'b1']);
  first();
  first();
  await third;
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  second();
  await fourth;
  expect(order.at(-1)).toBe('a4');
});

test('a full queue rejects, and what waits in it still runs', async () => {
  const queued = createBoundedQueue(1, 1);
  const first = Promise.withResolvers<string>();
  const running = queued(() => first.promise);
  const waiting = queued(async () => 'second');
  await expect(queued(async () => 'third')).rejects.toMatchObject({ code: 'too_many_requests' });
  first.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
  expect(await queued(async () => 'fourth')).toBe('fourth');
});

test('of those of one key no more wait than may, and those of another do', async () => {
  const semaphore = createSemaphore<number>(1, 1);
  const release = await semaphore.take(1);
  const waiting = semaphore.take(1);
  await expect(semaphore.take(1)).rejects.toMatchObject({ code: 'too_many_requests' });
  await semaphore.take(2);
  release();
  (await waiting)();
  await semaphore.take(1);
});

test('where none may wait, one is refused at once while another runs', async () => {
  const semaphore = createSemaphore<number>(1, 0);
  const release = await semaphore.take(1);
  await expect(semaphore.take(1)).rejects.toMatchObject({ code: 'too_many_requests' });
  release();
  (await semaphore.take(1))();
});
