import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
  vi.restoreAllMocks();
});

test('parts are read one after the other, by how likely they are needed, with pauses between them', async () => {
  const { loads, order, reading } = await begin({ effectiveType: '4g' });
  await vi.advanceTimersByTimeAsync(500);
  expect(order).toEqual(['thread']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(order, 'nothing comes beside what is on its way').toEqual(['thread']);
  loads.thread.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(order).toEqual(['thread']);
  await vi.advanceTimersByTimeAsync(600);
  expect(order).toEqual(['thread', 'menu']);
  loads.menu.reject(new Error('The line broke'));
  await vi.advanceTimersByTimeAsync(700);
  expect(order).toEqual(['thread', 'menu', 'compose']);
  expect(reading.mayReadAhead()).toBe(true);
});

test('a part that is known of later is read too', async () => {
  const { loads, order, reading } = await begin({});
  for (const name of ['thread', 'menu', 'compose'] as const) loads[name].resolve();
  await vi.advanceTimersByTimeAsync(10_000);
  reading.readLater(async () => order.push('sheet'), 'later');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual(['thread', 'menu', 'compose', 'sheet']);
});

test('without a network nothing is read until there is one again', async () => {
  const { loads, order } = await begin({});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (const name of ['thread', 'menu', 'compose'] as const) loads[name].resolve();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(order).toEqual([]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(order).toEqual(['thread', 'menu', 'compose']);
});

test.each([
  [1, ['thread'], 'a fast line'],
  [1_000, [], 'a slow one, which the browser takes for a fast one'],
  [0, ['thread'], 'a cache, which says nothing of the line'],
])('where 150 KB take %i ms, %j is read while the browser is idle: %s', async (took, read) => {
  const transferSize = took === 0 ? 0 : 50_000;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    [0, 0, 0].map(() => ({ transferSize, responseStart: 40, responseEnd: 40 + took })) as never,
  );
  const { order } = await begin({ effectiveType: '4g', downlink: 10 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual(read);
});

test.each([
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: '4g', downlink: 1.5 }, true],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('on a line of %o nothing is read because the browser is idle', async (line, byIntent) => {
  const { order, reading } = await begin(line);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toEqual([]);
  expect(reading.mayReadAhead(), 'what is pointed at').toBe(byIntent);
  const { lazyPart } = await import('./lazy-part.tsx');
  const load = vi.fn(async () => () => null);
  lazyPart(load).prepare();
  await vi.advanceTimersByTimeAsync(10);
  expect(load).toHaveBeenCalledTimes(byIntent ? 1 : 0);
});

async function begin(line: { effectiveType?: string; saveData?: boolean; downlink?: number }) {
  Object.defineProperty(navigator, 'connection', { value: line, configurable: true });
  const reading = await import('./read-ahead.ts');
  const order: string[] = [];
  const loads = {
    compose: Promise.withResolvers<void>(),
    menu: Promise.withResolvers<void>(),
    thread: Promise.withResolvers<void>(),
  };
  const later = (name: keyof typeof loads, rank: 'first' | 'later' | 'last') =>
    reading.readLater(() => {
      order.push(name);
      return loads[name].promise;
    }, rank);
  later('compose', 'last');
  later('menu', 'later');
  later('thread', 'first');
  reading.beginReadingAhead();
  return { loads, order, reading };
}

test('a part that does not come ahead is no failure of the page', async () => {
  const { loads } = await begin({ effectiveType: '4g' });
  const { lazyPart } = await import('./lazy-part.tsx');
  const load = vi.fn(() => Promise.reject(new Error('The line broke')));
  lazyPart(load);
  for (const name of ['thread', 'menu', 'compose'] as const) loads[name].resolve();
  // The run fails on an unhandled rejection.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledOnce();
});
