import { expect, test } from 'vitest';
import type { KeyValueStorage } from './environment.ts';
import { createOfflineCache } from './offline-cache.ts';
import { createManualClock } from './test-kit/manual-clock.ts';
import { createMemoryStorage } from './test-kit/memory-storage.ts';

type Shell = { names: string[] };

async function store(storage: KeyValueStorage, version: number, value: object) {
  const clock = createManualClock();
  const cache = open(storage, version, clock, [['a', value]]);
  cache.changed();
  await clock.advance(1_000);
  cache.close();
}

function open(
  storage: KeyValueStorage,
  version: number,
  clock = createManualClock(),
  entries: [string, object][] = [],
) {
  return createOfflineCache<Shell>({
    storage,
    clock,
    version,
    shellKey: 'shell',
    present: () => ({ owner: 'lan', shell: { names: [`v${version}`] } }),
    isSameShell: () => false,
    collections: [{ name: 'page', most: 2, entries: () => entries }],
  });
}

test('what was stored is there in the next session', async () => {
  const storage = createMemoryStorage();
  await store(storage, 1, { rows: 1 });
  const next = open(storage, 1);
  expect(await next.get('lan', 'page', 'a')).toEqual({ rows: 1 });
  expect(await next.shell()).toEqual({ names: ['v1'] });
});

test('what an older program stored is not shown, and goes once something is stored', async () => {
  const storage = createMemoryStorage();
  await store(storage, 1, { rows: 1 });
  const next = open(storage, 2);
  expect(await next.get('lan', 'page', 'a')).toBeUndefined();
  expect(await next.shell()).toBeNull();
  await store(storage, 2, { rows: 2, labels: [] });
  expect(await next.get('lan', 'page', 'a')).toEqual({ rows: 2, labels: [] });
  expect(await open(storage, 1).get('lan', 'page', 'a')).toBeUndefined();
});
