import { test as base, expect } from 'vitest';
import { createChangeSync } from './change-sync.ts';
import type { ClaimTab, KeyValueStorage, ModelClock } from './environment.ts';
import { createNotifier } from './notifier.ts';
import { createOfflineCache } from './offline-cache.ts';
import { createOperationQueue, type OperationQueue } from './operation-queue.ts';
import { createOverlay } from './overlay.ts';
import { createPersistedOperations } from './persisted-operations.ts';
import {
  createFileServer,
  type File,
  type Files,
  kindOfFileOperation,
  NO_ANSWER,
  REFUSED,
  SIGNED_OUT,
} from './test-kit/files-noun.ts';
import { createManualClock } from './test-kit/manual-clock.ts';
import { createMemoryStorage } from './test-kit/memory-storage.ts';
import { createTabLocks } from './test-kit/tab-locks.ts';

const REPORT: File = { id: 'f1', directory: 'work', name: 'report.txt', size: 700 };
const PHOTO: File = { id: 'f2', directory: 'work', name: 'photo.png', size: 300 };
const FILES = [REPORT, PHOTO];

type Server = ReturnType<typeof createFileServer>;
type Tab = {
  server: Server;
  clock: ModelClock;
  storage: KeyValueStorage;
  tabId?: string;
  claim?: ClaimTab;
  online?: boolean;
};

/** All code that a drive needs besides its operations: where its rows are, and how changes arrive. */
function openDrive({ server, clock, storage, tabId = 'tab', claim, online = true }: Tab) {
  let isOnline = online;
  const notifier = createNotifier<{ refused: string }>();
  const refused: string[] = [];
  const lists = { directories: ['work', 'home'] };
  let known = new Map(FILES.map(({ id }) => [id, server.file(id)]));
  let seq = server.changesSince(0).length;
  const overlay = createOverlay<Files>({
    kindOf: kindOfFileOperation,
    lists: () => lists,
    resolve: (id) => id,
    rowsOf(id) {
      const file = known.get(id);
      return new Map(file ? [[file.directory, file]] : []);
    },
    addImplied: () => undefined,
    count: ({ size }) => ({ files: 1, bytes: size }),
  });
  const persisted = createPersistedOperations<Files>({
    queue: (): OperationQueue<Files> => queue,
    storage,
    clock,
    tabId,
    claim,
    name: 'drive-operations',
  });
  const sync = createChangeSync<Files>({
    clock,
    queue: (): OperationQueue<Files> => queue,
    batch: notifier.batch,
    seq: () => seq,
    async fetchChanges(since, apply) {
      const changes = server.changesSince(since);
      apply(() => {
        known = new Map([...known, ...changes.map(({ file }) => [file.id, file] as const)]);
        seq += changes.length;
        const outcomes = changes.map(({ file }) => ({
          id: file.id,
          rows: new Map([[file.directory, file]]),
        }));
        overlay.applyChanges({ outcomes, merged: [] });
      });
    },
    fetchEverything: async () => undefined,
  });
  const queue: OperationQueue<Files> = createOperationQueue<Files>({
    kindOf: kindOfFileOperation,
    send: server.send,
    lists: () => lists,
    resolve: (id) => id,
    overlay,
    batch: notifier.batch,
    clock,
    isOnline: () => isOnline,
    changed: persisted.changed,
    refused: ({ operation }) => refused.push(operation.kind),
    confirmed: () => undefined,
    sync: sync.sync,
  });
  const cache = createOfflineCache<{ directories: readonly string[] }>({
    version: 1,
    storage,
    clock,
    shellKey: 'drive',
    present: () => ({ owner: 'an@bocau.example', shell: lists }),
    isSameShell: (stored, now) => stored === now,
    collections: [{ name: 'file', most: 1, entries: () => known.entries() }],
  });
  notifier.onChanged(cache.changed);

  /** What a screen shows. */
  function list(directory: string): string[] {
    const rows = [...known.values()].flatMap((file) => {
      const rowsNow = overlay.entity(file.id)?.shown ?? new Map([[file.directory, file]]);
      return rowsNow.get(directory) ?? [];
    });
    return rows.map(({ name }) => name);
  }

  return {
    ...{ overlay, queue, sync, persisted, cache, refused, list },
    async start() {
      await persisted.restore('an@bocau.example');
      queue.resume();
    },
    goOnline() {
      isOnline = true;
      queue.resume();
    },
    isPending: (id: string) => overlay.entity(id) !== null,
    confirmedName: (id: string) => known.get(id)?.name,
  };
}

/** Opens tabs of one browser, each of which holds the lock of its id until it is closed. */
function createBrowser(parts: Pick<Tab, 'server' | 'clock' | 'storage'>) {
  const locks = createTabLocks();
  return {
    async open(tabId: string, { online = true } = {}) {
      locks.open(tabId);
      const drive = openDrive({ ...parts, tabId, claim: locks.claim, online });
      await drive.start();
      return {
        ...drive,
        close() {
          drive.persisted.close();
          locks.close(tabId);
        },
      };
    },
  };
}

const test = base
  .extend('clock', () => createManualClock())
  .extend('storage', () => createMemoryStorage())
  .extend('server', () => createFileServer(FILES))
  .extend('browser', ({ server, clock, storage }) => createBrowser({ server, clock, storage }))
  .extend('drive', async ({ server, clock, storage }) => {
    const drive = openDrive({ server, clock, storage });
    await drive.start();
    return drive;
  });

test('an operation shows at once, and leaves the overlay when the journal contains it', async ({
  drive,
  clock,
}) => {
  const pending = drive.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  expect(drive.list('work')).toEqual(['photo.png']);
  expect(drive.list('home')).toEqual(['report.txt']);
  expect(drive.overlay.countDifferences()).toEqual(
    new Map([
      ['work', { files: -1, bytes: -700 }],
      ['home', { files: 1, bytes: 700 }],
    ]),
  );
  expect(drive.isPending('f1')).toBe(true);
  await clock.advance(10);
  expect(await pending.settled).toBe(true);
  expect(drive.isPending('f1')).toBe(false);
  expect(drive.list('home')).toEqual(['report.txt']);
  expect(drive.overlay.countDifferences().size).toBe(0);
});

test('a refused operation is rolled back and reported', async ({ drive, server, clock }) => {
  server.failures.push(REFUSED);
  const pending = drive.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  expect(drive.list('home')).toEqual(['report.txt']);
  await clock.advance(10);
  expect(await pending.settled).toBe(false);
  expect(drive.list('work')).toEqual(['report.txt', 'photo.png']);
  expect(drive.list('home')).toEqual([]);
  expect(drive.refused).toEqual(['move']);
});

test('an operation whose answer was lost is sent again, after a pause', async ({ drive, server, clock }) => {
  server.failures.push(NO_ANSWER);
  drive.queue.begin({ kind: 'rename', file: REPORT, name: 'plan.txt' });
  await clock.advance(10);
  expect(server.calls).toHaveLength(1);
  expect(drive.list('work')).toEqual(['plan.txt', 'photo.png']);
  await clock.advance(1_000);
  expect(server.calls).toHaveLength(2);
  expect(drive.confirmedName('f1')).toBe('plan.txt');
  expect(drive.isPending('f1')).toBe(false);
});

test('an operation that is refused for want of a session is kept, and sent again after pauses that grow', async ({
  drive,
  server,
  clock,
}) => {
  server.failures.push(...Array.from({ length: 3 }, () => SIGNED_OUT));
  drive.queue.begin({ kind: 'rename', file: REPORT, name: 'plan.txt' });
  await clock.advance(10);
  expect(server.calls).toHaveLength(1);
  await clock.advance(1_000);
  expect(server.calls).toHaveLength(2);
  await clock.advance(1_900);
  expect(server.calls).toHaveLength(2);
  await clock.advance(100);
  expect(server.calls).toHaveLength(3);
  expect(drive.list('work')).toEqual(['plan.txt', 'photo.png']);
  expect(drive.refused).toEqual([]);
  await clock.advance(4_000);
  expect(server.file('f1').name).toBe('plan.txt');
});

test('operations on one entity are sent in their order, and a later rename replaces an unsent one', async ({
  drive,
  server,
  clock,
}) => {
  drive.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  drive.queue.begin({ kind: 'rename', file: REPORT, name: 'a.txt' });
  drive.queue.begin({ kind: 'rename', file: REPORT, name: 'b.txt' });
  expect(server.calls.map(({ kind }) => kind)).toEqual(['move']);
  await clock.advance(10);
  expect(server.calls.map(({ kind }) => kind)).toEqual(['move', 'rename']);
  expect(drive.list('home')).toEqual(['b.txt']);
  expect(server.file('f1')).toMatchObject({ directory: 'home', name: 'b.txt' });
});

test('operations are undone, before their answer and after it', async ({ drive, server, clock }) => {
  const move = drive.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  await clock.advance(10);
  const rename = drive.queue.begin({ kind: 'rename', file: PHOTO, name: 'view.png' });
  expect(drive.queue.undo(rename)).toBe(true);
  expect(drive.list('work')).toEqual(['photo.png']);
  expect(drive.queue.undo(move)).toBe(true);
  expect(drive.list('work')).toEqual(['report.txt', 'photo.png']);
  await clock.advance(10);
  expect(FILES.map(({ id }) => server.file(id))).toEqual(FILES);
  expect(drive.queue.undo(move)).toBe(false);
});

test('what was not sent is persisted, and a later visit restores and sends it', async ({
  server,
  clock,
  storage,
}) => {
  const offline = openDrive({ server, clock, storage, online: false });
  await offline.start();
  offline.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  await clock.advance(10);
  expect(server.calls).toEqual([]);
  offline.persisted.close();
  const reloaded = openDrive({ server, clock, storage });
  await reloaded.start();
  expect(reloaded.list('home')).toEqual(['report.txt']);
  await clock.advance(10);
  expect(server.file('f1').directory).toBe('home');
  expect(reloaded.isPending('f1')).toBe(false);
  expect(await storage.keys('an@bocau.example drive-operations')).toEqual([]);
});

test('another tab takes over only from a tab that is closed', async ({ server, clock, storage }) => {
  const first = openDrive({ server, clock, storage, tabId: 'first', online: false });
  await first.start();
  first.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  await clock.advance(10);
  const second = openDrive({ server, clock, storage, tabId: 'second', online: false });
  await second.start();
  expect(second.isPending('f1')).toBe(false);
  first.persisted.close();
  await clock.advance(30_000);
  const third = openDrive({ server, clock, storage, tabId: 'third', online: false });
  await third.start();
  expect(third.isPending('f1')).toBe(true);
});

test('what a closed tab has left is resumed by the next start, at once', async ({
  browser,
  server,
  clock,
}) => {
  const first = await browser.open('first', { online: false });
  const move = first.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  first.queue.undo(move);
  first.queue.begin({ kind: 'rename', file: REPORT, name: 'plan.txt' });
  await clock.advance(10);
  first.close();
  const second = await browser.open('second', { online: false });
  expect(second.list('work')).toContain('plan.txt');
  await clock.advance(10);
  second.close();
  const third = await browser.open('third');
  await clock.advance(10);
  expect(server.calls.map(({ kind }) => kind)).toEqual(['rename']);
  expect(third.isPending('f1')).toBe(false);
});

test('what an open tab has not sent stays with it, however long it is silent, and is sent once', async ({
  browser,
  server,
  clock,
  storage,
}) => {
  const first = await browser.open('first', { online: false });
  first.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  await clock.advance(10);
  // Its timers are suspended.
  first.persisted.close();
  await clock.advance(120_000);
  const second = await browser.open('second');
  await clock.advance(120_000);
  expect(server.calls).toEqual([]);
  first.goOnline();
  await clock.advance(20_000);
  expect(server.calls).toHaveLength(1);
  expect(second.refused).toEqual([]);
  expect(await storage.keys('unsent ')).toEqual([]);
});

test('an open tab resumes later what another one leaves, and of two only one does', async ({
  browser,
  server,
  clock,
  storage,
}) => {
  const open = [await browser.open('first'), await browser.open('second')];
  const third = await browser.open('third', { online: false });
  third.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  await clock.advance(20_000);
  expect(server.calls).toEqual([]);
  third.close();
  await clock.advance(20_000);
  expect(server.calls).toHaveLength(1);
  expect(open.map(({ list }) => list('work').includes('report.txt'))).toContain(false);
  expect(await storage.keys('unsent ')).toEqual([]);
});

test('what a tab without locks has left is resumed by a start that finds it silent', async ({
  browser,
  server,
  clock,
  storage,
}) => {
  const old = openDrive({ server, clock, storage, tabId: 'old', online: false });
  await old.start();
  old.queue.begin({ kind: 'move', file: REPORT, to: 'home' });
  await clock.advance(10);
  await browser.open('second');
  await clock.advance(60_000);
  expect(server.calls).toEqual([]);
  old.persisted.close();
  await clock.advance(30_000);
  await browser.open('third');
  await clock.advance(10);
  expect(server.calls).toHaveLength(1);
});

test('what was read is cached for a visit without a connection, and the cache is bounded', async ({
  drive,
  clock,
}) => {
  drive.queue.begin({ kind: 'rename', file: REPORT, name: 'plan.txt' });
  await clock.advance(2_000);
  expect(await drive.cache.shell()).toEqual({ directories: ['work', 'home'] });
  const cached = await Promise.all(FILES.map(({ id }) => drive.cache.get('an@bocau.example', 'file', id)));
  expect(cached.filter((file) => file !== undefined)).toHaveLength(1);
});
