import { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { test as base, expect } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../engine/test-kit/memory-storage.ts';
import { createDriveModel } from './create-drive-model.ts';
import { BY_NAME, type DriveListRef, type DriveOrder } from './drive-list.ts';
import type { DriveEvent } from './drive-model.ts';
import { createFakeDrive, entryOf } from './test-kit/fake-drive.ts';

const TOP: DriveListRef = { kind: 'folder', id: null };
const WORK: DriveListRef = { kind: 'folder', id: 'work' };
const TRASH: DriveListRef = { kind: 'trash' };
const FAVORITES: DriveListRef = { kind: 'favorites' };
const LATEST: DriveOrder = { by: 'last_modified', descending: true };
const REFUSED = new ApiError(409, 'already_exists', 'Taken');
const NO_ANSWER = new ApiError(0, 'no_answer', 'No answer');

const GIVEN = [
  entryOf('work', { name: 'work', type: 'folder' }),
  entryOf('b', { size: 300 }),
  entryOf('a', { size: 500 }),
  entryOf('c', { size: 100, parent_id: 'work' }),
];

const TAB = {
  online: { isOnline: () => true, onChange: () => () => undefined },
  owner: 'an@saomai.example',
  tabId: 'tab',
};

const test = base
  .extend('clock', () => createManualClock())
  .extend('server', () => createFakeDrive(GIVEN))
  .extend('storage', () => createMemoryStorage())
  .extend('drive', async ({ clock, server, storage }) => {
    let isOnline = true;
    const listeners = new Set<() => void>();
    const model = createDriveModel({
      api: server.api,
      clock,
      storage,
      online: {
        isOnline: () => isOnline,
        onChange(heard) {
          listeners.add(heard);
          return () => listeners.delete(heard);
        },
      },
      owner: 'an@saomai.example',
      tabId: 'tab',
    });
    const events: DriveEvent[] = [];
    model.onEvent((event) => void events.push(event));
    const lists = [TOP, WORK, TRASH, FAVORITES];
    for (const list of lists) model.hold(list, BY_NAME);
    await clock.advance(10);
    const files = (list: DriveListRef, order = BY_NAME) => model.view(list, order).files;
    return {
      ...{ model, events, files },
      names: (list: DriveListRef, order: DriveOrder = BY_NAME) => files(list, order).map(({ name }) => name),
      file: (id: string) => lists.flatMap((list) => files(list)).find((file) => file.id === id) as DriveFile,
      setOnline(online: boolean) {
        isOnline = online;
        for (const heard of listeners) heard();
      },
    };
  });

test('DV-3 a folder shows folders first, in the order that was asked for', async ({ drive, clock }) => {
  expect(drive.names(TOP)).toEqual(['work', 'a.txt', 'b.txt']);
  const largest: DriveOrder = { by: 'size', descending: true };
  drive.model.hold(TOP, largest);
  await clock.advance(10);
  expect(drive.names(TOP, largest)).toEqual(['work', 'a.txt', 'b.txt']);
  const smallest: DriveOrder = { by: 'size', descending: false };
  drive.model.hold(TOP, smallest);
  await clock.advance(10);
  expect(drive.names(TOP, smallest)).toEqual(['work', 'b.txt', 'a.txt']);
  expect(drive.model.view(WORK, BY_NAME).breadcrumb).toEqual([{ id: 'work', name: 'work' }]);
  expect(drive.model.usage()).toEqual({ used: 1_000, reserved: 0, quota: 10_000 });
});

test('DV-3 a name with a number stands where the server sorts it', async ({ clock }) => {
  const names = [1, 9, 10, 11, ...Array.from({ length: 300 }, (_, at) => at + 12)];
  const server = createFakeDrive(names.map((at) => entryOf(`q${at}`, { name: `Quý ${at}` })));
  const model = createDriveModel({ ...TAB, api: server.api, clock, storage: createMemoryStorage() });
  model.hold(TOP, BY_NAME);
  await clock.advance(10);
  const shown = () =>
    model
      .view(TOP, BY_NAME)
      .files.slice(0, 4)
      .map(({ name }) => name);
  expect(shown()).toEqual(['Quý 1', 'Quý 9', 'Quý 10', 'Quý 11']);
  model.act({ kind: 'rename', file: server.entry('q10') as DriveFile, name: 'Quý 2' });
  await clock.advance(10);
  expect(shown()).toEqual(['Quý 1', 'Quý 2', 'Quý 9', 'Quý 11']);
});

test('moving shows at once in both folders, and is undone before its answer and after it', async ({
  drive,
  clock,
  server,
}) => {
  const move = () => drive.model.act({ kind: 'move', moves: [{ file: drive.file('a'), to: 'work' }] });
  const first = move();
  expect(drive.names(TOP)).toEqual(['work', 'b.txt']);
  expect(drive.names(WORK)).toEqual(['a.txt', 'c.txt']);
  expect(drive.model.view(WORK, BY_NAME).total).toBe(2);
  expect(await first.undo()).toBe(true);
  expect(drive.names(TOP)).toEqual(['work', 'a.txt', 'b.txt']);
  await clock.advance(10);
  const second = move();
  await clock.advance(10);
  expect(server.entry('a')?.parent_id).toBe('work');
  expect(await second.undo()).toBe(true);
  expect(drive.names(WORK)).toEqual(['c.txt']);
  await clock.advance(10);
  expect(server.entry('a')?.parent_id).toBe(null);
  expect(drive.names(TOP)).toEqual(['work', 'a.txt', 'b.txt']);
  expect(drive.model.view(TOP, BY_NAME).total).toBe(3);
});

test('a name that is taken in the other folder is told, and is what it was when the move is undone', async ({
  drive,
  clock,
  server,
}) => {
  server.put(entryOf('a2', { name: 'a.txt', parent_id: 'work' }));
  const move = () => drive.model.act({ kind: 'move', moves: [{ file: drive.file('a'), to: 'work' }] });
  const first = move();
  await clock.advance(10);
  expect(drive.names(WORK)).toEqual(['a.txt', 'a.txt (2)', 'c.txt']);
  expect(drive.events).toEqual([{ kind: 'renamed', entries: [{ before: 'a.txt', name: 'a.txt (2)' }] }]);
  await first.undo();
  expect(drive.names(TOP)).toContain('a.txt');
  await clock.advance(10);
  expect(server.entry('a')).toMatchObject({ name: 'a.txt', parent_id: null });

  const second = move();
  await null;
  await second.undo();
  await clock.advance(10);
  expect(server.entry('a')).toMatchObject({ name: 'a.txt', parent_id: null });
});

test('SH-9 what was left of what others share is listed again when that is undone', async ({
  drive,
  clock,
  server,
}) => {
  const SHARED = { kind: 'shared' } as const;
  const prop = { permission: 'READ' } as const;
  server.put(entryOf('theirs', { name: 'Dự án', type: 'folder', prop }));
  drive.model.hold(SHARED, BY_NAME);
  await clock.advance(10);
  expect(drive.names(SHARED)).toEqual(['Dự án']);
  const [file] = drive.model.view(SHARED, BY_NAME).files;
  const act = drive.model.act({ kind: 'trash', files: file ? [file] : [], at: 1 });
  expect(drive.names(SHARED)).toEqual([]);
  await clock.advance(10);
  await act.undo();
  await clock.advance(10);
  expect(drive.names(SHARED)).toEqual(['Dự án']);
});

test('SH-9 what others delete is told until it is restored or seen', async ({ drive, clock, server }) => {
  const told = () => drive.model.deletions().map(({ id }) => id);
  const remove = (id: string) => {
    const file = server.entry(id) as DriveFile;
    server.put({ ...file, prop: { ...file.prop, trashed_at: 1, trashed_by: 'Minh' } });
  };
  remove('a');
  remove('b');
  drive.model.changed();
  await clock.advance(10);
  expect(told().toSorted()).toEqual(['a', 'b']);
  drive.model.act({ kind: 'restore', files: drive.model.deletions().filter(({ id }) => id === 'a') });
  await clock.advance(10);
  expect(told()).toEqual(['b']);
  await drive.model.markDeletionsSeen(drive.model.deletions());
  remove('c');
  drive.model.changed();
  await clock.advance(10);
  expect(told()).toEqual(['c']);
});

test('SH-9 what could not be marked as seen is told on', async ({ drive, clock, server }) => {
  const file = server.entry('a') as DriveFile;
  server.put({ ...file, prop: { ...file.prop, trashed_at: 1, trashed_by: 'Minh' } });
  drive.model.changed();
  await clock.advance(10);
  const told = () => drive.model.deletions().map(({ id }) => id);
  expect(told()).toEqual(['a']);
  server.failures.push(REFUSED);
  await expect(drive.model.markDeletionsSeen(drive.model.deletions())).rejects.toBe(REFUSED);
  expect(told()).toEqual(['a']);
});

test('what is refused is rolled back, and told with its reason', async ({ drive, clock, server }) => {
  server.failures.push(REFUSED);
  const act = drive.model.act({ kind: 'rename', file: drive.file('a'), name: 'b.txt' });
  expect(drive.names(TOP)).toEqual(['work', 'b.txt', 'b.txt']);
  await clock.advance(10);
  expect(await act.settled).toBe(false);
  expect(drive.names(TOP)).toEqual(['work', 'a.txt', 'b.txt']);
  expect(drive.events).toMatchObject([{ kind: 'refused', operation: { kind: 'rename' }, error: REFUSED }]);
});

test('the trash takes entries and gives them back where they were, favourites too', async ({
  drive,
  clock,
}) => {
  drive.model.act({ kind: 'favorite', files: [drive.file('a')], on: true });
  expect(drive.names(FAVORITES)).toEqual(['a.txt']);
  await clock.advance(10);
  const trash = drive.model.act({ kind: 'trash', files: [drive.file('a'), drive.file('c')], at: 5 });
  expect([drive.names(TOP), drive.names(WORK), drive.names(FAVORITES)]).toEqual([['work', 'b.txt'], [], []]);
  expect(drive.names(TRASH)).toEqual(['c.txt', 'a.txt']);
  await clock.advance(10);
  expect(await trash.undo()).toBe(true);
  expect([drive.names(TRASH), drive.names(WORK), drive.names(FAVORITES)]).toEqual([[], ['c.txt'], ['a.txt']]);
  await clock.advance(10);
  expect([drive.names(TRASH), drive.names(WORK), drive.names(FAVORITES)]).toEqual([[], ['c.txt'], ['a.txt']]);
});

test('what a search has found keeps its place while it is in the trash', async ({ drive, clock }) => {
  const search: DriveListRef = { kind: 'search', words: '.txt' };
  drive.model.hold(search, BY_NAME);
  await clock.advance(10);
  const before = drive.names(search);
  const trash = drive.model.act({ kind: 'trash', files: [drive.file('b')], at: 5 });
  expect(drive.names(search)).not.toContain('b.txt');
  await clock.advance(10);
  await trash.undo();
  await clock.advance(10);
  expect(drive.names(search)).toEqual(before);
});

test('what others share stays as it was changed there, and is read anew whenever one comes to it', async ({
  drive,
  clock,
  server,
}) => {
  const theirs = (id: string, given: Parameters<typeof entryOf>[1] = {}) =>
    server.put(entryOf(id, { ...given, prop: { permission: 'WRITE' } }));
  const shared: DriveListRef = { kind: 'shared' };
  const inTheirs: DriveListRef = { kind: 'folder', id: 'theirs' };
  theirs('theirs', { name: 'theirs', type: 'folder' });
  const [first, second] = [theirs('f1', { parent_id: 'theirs' }), theirs('f2', { parent_id: 'theirs' })];
  const top = theirs('f3');
  const leave = [shared, inTheirs].map((list) => drive.model.hold(list, BY_NAME));
  await clock.advance(10);
  const own = () => [drive.names(TOP), drive.names(TRASH), drive.names(FAVORITES)];
  const before = own();
  drive.model.act({ kind: 'rename', file: top, name: 'top.txt' });
  drive.model.act({ kind: 'rename', file: first, name: 'new.txt' });
  drive.model.act({ kind: 'trash', files: [second], at: 5 });
  expect(own()).toEqual(before);
  await clock.advance(10);
  expect([drive.names(shared), drive.names(inTheirs)]).toEqual([['theirs', 'top.txt'], ['new.txt']]);
  expect(own()).toEqual(before);

  for (const release of leave) release();
  theirs('f4', { parent_id: 'theirs' });
  theirs('g');
  for (const list of [shared, inTheirs]) drive.model.hold(list, BY_NAME);
  await clock.advance(10);
  expect(drive.names(shared)).toContain('g.txt');
  expect(drive.names(inTheirs)).toEqual(['f4.txt', 'new.txt']);
});

test('changes of other tabs come where they belong, without the lists being loaded again', async ({
  drive,
  clock,
  server,
}) => {
  const loads = server.calls.length;
  server.put(entryOf('a2', { name: 'aa.txt' }));
  server.put({ ...entryOf('b'), parent_id: 'work' });
  drive.model.changed();
  await clock.advance(10);
  expect(drive.names(TOP)).toEqual(['work', 'a.txt', 'aa.txt']);
  expect(drive.names(WORK)).toEqual(['b.txt', 'c.txt']);
  expect(server.calls).toHaveLength(loads);
});

test('a page that was read before a change, and comes after it, does not undo it', async ({
  drive,
  clock,
  server,
}) => {
  const answer = server.holdAnswers();
  const order: DriveOrder = { by: 'size', descending: true };
  drive.model.hold(TOP, order);
  await clock.advance(10);
  server.put(entryOf('late', { size: 400 }));
  server.put({ ...entryOf('b'), parent_id: 'work' });
  drive.model.changed();
  await clock.advance(10);
  answer();
  await clock.advance(10);
  expect(drive.names(TOP, order)).toEqual(['work', 'a.txt', 'late.txt']);
  expect(drive.model.view(TOP, order).total).toBe(3);
});

test('without a connection acts wait, are shown, and are done on return; one lost answer is asked for again', async ({
  drive,
  clock,
  server,
}) => {
  drive.setOnline(false);
  drive.model.act({ kind: 'rename', file: drive.file('a'), name: 'plan.txt' });
  await clock.advance(1_000);
  expect(drive.names(TOP)).toContain('plan.txt');
  expect(server.entry('a')?.name).toBe('a.txt');
  server.failures.push(NO_ANSWER);
  drive.setOnline(true);
  await clock.advance(2_000);
  expect(server.calls.filter((call) => call === 'rename')).toHaveLength(2);
  expect(drive.names(TOP)).toEqual(['work', 'b.txt', 'plan.txt']);
});

test('closed at sign-out, it sends and stores nothing more', async ({ drive, clock, server, storage }) => {
  drive.setOnline(false);
  drive.model.act({ kind: 'rename', file: drive.file('a'), name: 'plan.txt' });
  await clock.advance(10);
  drive.model.close();
  for (const key of await storage.keys('')) await storage.remove(key);
  const calls = server.calls.length;
  drive.model.act({ kind: 'rename', file: drive.file('b'), name: 'plan.txt' });
  drive.setOnline(true);
  drive.model.connected();
  drive.model.changed();
  drive.model.hold({ kind: 'folder', id: 'elsewhere' }, BY_NAME);
  await clock.advance(60_000);
  expect(server.calls).toHaveLength(calls);
  expect(await storage.keys('')).toEqual([]);
});

test('a list that could not be loaded says why, and is loaded on return', async ({
  drive,
  clock,
  server,
}) => {
  server.failures.push(NO_ANSWER);
  drive.model.hold(TOP, LATEST);
  await clock.advance(10);
  expect(drive.model.view(TOP, LATEST)).toMatchObject({ loading: 'failed', error: { code: 'no_answer' } });
  await clock.advance(2_000);
  expect(drive.model.view(TOP, LATEST).loading).toBe('ready');
});

test('a list that keeps failing is asked for less and less often, and says why all the while', async ({
  drive,
  clock,
  server,
}) => {
  server.failures.push(...Array.from({ length: 5 }, () => new ApiError(503, 'internal_error', 'Down')));
  const calls = server.calls.length;
  drive.model.hold(TOP, LATEST);
  await clock.advance(10);
  const seen = new Set<string>();
  drive.model.subscribe(() => seen.add(drive.model.view(TOP, LATEST).loading));
  drive.model.changed();
  await clock.advance(9_990);
  expect(server.calls.length - calls).toBeLessThanOrEqual(4);
  expect([...seen]).toEqual(['failed']);
  await clock.advance(25_000);
  expect(drive.model.view(TOP, LATEST).loading).toBe('ready');
});

test('the rows that were scrolled to stay when the next page fails, and when all is read anew', async ({
  clock,
}) => {
  const server = createFakeDrive(Array.from({ length: 4_000 }, (_, at) => entryOf(`e${at}`)));
  const model = createDriveModel({ ...TAB, api: server.api, clock, storage: createMemoryStorage() });
  model.hold(TOP, BY_NAME);
  await clock.advance(10);
  for (let page = 0; page < 5; page++) {
    model.loadMore(TOP, BY_NAME);
    await clock.advance(10);
  }
  const count = () => model.view(TOP, BY_NAME).files.length;
  expect(count()).toBe(2_700);
  server.failures.push(NO_ANSWER);
  model.loadMore(TOP, BY_NAME);
  await clock.advance(500);
  expect(count()).toBe(2_700);
  await clock.advance(2_000);
  expect(count()).toBe(3_200);
  await Promise.all([model.refresh(TOP, BY_NAME), clock.advance(10)]);
  expect(count()).toBeGreaterThanOrEqual(3_200);

  // The cursor is no longer valid: the list is read from its beginning.
  server.failures.push(new ApiError(400, 'invalid_cursor', 'Cursor'));
  model.loadMore(TOP, BY_NAME);
  await clock.advance(2_000);
  expect(count()).toBeGreaterThanOrEqual(3_200);
  model.loadMore(TOP, BY_NAME);
  await clock.advance(10);
  expect([count(), model.view(TOP, BY_NAME).hasMore]).toEqual([4_000, false]);
});

test('a folder that is trashed elsewhere is shown no more, and again when it is back', async ({
  drive,
  clock,
  server,
}) => {
  const work = drive.file('work');
  const below: DriveListRef = { kind: 'folder', id: 'below' };
  server.put(entryOf('below', { type: 'folder', parent_id: 'work' }));
  drive.model.hold(below, BY_NAME);
  await clock.advance(10);
  const state = (list: DriveListRef) => drive.model.view(list, BY_NAME).loading;
  expect(state(below)).toBe('ready');
  server.put({ ...work, prop: { ...work.prop, trashed_at: 5 } });
  drive.model.changed();
  await clock.advance(10);
  expect([state(WORK), state(below)]).toEqual(['failed', 'failed']);
  expect(drive.model.view(WORK, BY_NAME)).toMatchObject({ error: { status: 404 }, files: [] });
  server.put(work);
  drive.model.changed();
  await clock.advance(10);
  expect([state(WORK), state(below)]).toEqual(['ready', 'ready']);
});

test('a folder that was not there is asked for again whenever one comes to it', async ({
  drive,
  clock,
  server,
}) => {
  const late: DriveListRef = { kind: 'folder', id: 'late' };
  const leave = drive.model.hold(late, BY_NAME);
  await clock.advance(10);
  expect(drive.model.view(late, BY_NAME)).toMatchObject({ loading: 'failed', error: { status: 404 } });
  leave();
  server.put(entryOf('late', { type: 'folder', prop: { permission: 'READ' } }));
  drive.model.hold(late, BY_NAME);
  await clock.advance(10);
  expect(drive.model.view(late, BY_NAME).loading).toBe('ready');
});

test('the list that one came from is kept while many others are looked at, and searched', async ({
  drive,
  clock,
}) => {
  const visit = async (list: DriveListRef) => {
    const leave = drive.model.hold(list, LATEST);
    await clock.advance(10);
    leave();
  };
  await visit(TOP);
  for (let at = 0; at < 25; at++) await visit({ kind: 'search', words: `word ${at}` });
  expect(drive.model.view(TOP, LATEST).loading).toBe('ready');
  for (let at = 0; at < 15; at++) await visit({ kind: 'folder', id: `folder ${at}` });
  await visit(TOP);
  for (let at = 15; at < 30; at++) await visit({ kind: 'folder', id: `folder ${at}` });
  expect(drive.model.view(TOP, LATEST).loading).toBe('ready');
});

test('a large folder comes page by page, each row once, and one change costs no new list', async ({
  clock,
}) => {
  const server = createFakeDrive(
    Array.from({ length: 20_000 }, (_, at) => entryOf(`e${String(at).padStart(6, '0')}`)),
  );
  const model = createDriveModel({ ...TAB, api: server.api, clock, storage: createMemoryStorage() });
  model.hold(TOP, BY_NAME);
  await clock.advance(10);
  expect(model.view(TOP, BY_NAME)).toMatchObject({ total: 20_000, hasMore: true });
  for (let page = 0; page < 4; page++) {
    model.loadMore(TOP, BY_NAME);
    await clock.advance(10);
  }
  const answer = server.holdAnswers();
  model.loadMore(TOP, BY_NAME);
  await clock.advance(10);
  server.put(entryOf('e002500 late'));
  model.changed();
  await clock.advance(10);
  answer();
  await clock.advance(10);
  const { files, total } = model.view(TOP, BY_NAME);
  expect(files).toHaveLength(2_701);
  expect(new Set(files.map(({ id }) => id)).size).toBe(2_701);
  expect([files[2_500]?.id, total]).toEqual(['e002500 late', 20_001]);
  const calls = server.calls.length;
  const [, second] = files;
  model.act({ kind: 'rename', file: second as DriveFile, name: 'e000001 new.txt' });
  await clock.advance(10);
  expect(server.calls.slice(calls)).toEqual(['rename']);
  expect(model.view(TOP, BY_NAME).files[1]?.name).toBe('e000001 new.txt');
});

test('a new folder is there with its answer; what lies in the trash is deleted for good', async ({
  drive,
  clock,
}) => {
  const made = drive.model.createFolder('work', 'Hợp đồng');
  await clock.advance(10);
  expect((await made).name).toBe('Hợp đồng');
  expect(drive.names(WORK)).toEqual(['Hợp đồng', 'c.txt']);
  drive.model.act({ kind: 'trash', files: [drive.file('a')], at: 5 });
  await clock.advance(10);
  const act = drive.model.act({ kind: 'delete', files: drive.files(TRASH) });
  expect(drive.names(TRASH)).toEqual([]);
  await clock.advance(10);
  expect(await act.settled).toBe(true);
  expect(await act.undo()).toBe(false);
});

test('without a connection lists show as they were seen last; what is done there waits', async ({
  clock,
  server,
}) => {
  const storage = createMemoryStorage();
  let isCut = false;
  const api = new Proxy(server.api, {
    get: (calls, name) => (given: never) => {
      if (isCut) throw NO_ANSWER;
      return calls[name as 'listDriveFiles'](given);
    },
  });
  const open = () =>
    createDriveModel({
      api,
      clock,
      storage,
      online: { isOnline: () => !isCut, onChange: () => () => undefined },
      owner: 'an@saomai.example',
      tabId: 'tab',
    });
  const seen = open();
  seen.hold(TOP, BY_NAME);
  await clock.advance(2_000);
  const { files } = seen.view(TOP, BY_NAME);
  expect(files).toHaveLength(3);
  seen.close();

  isCut = true;
  const cold = open();
  cold.hold(TOP, BY_NAME);
  cold.hold(WORK, BY_NAME);
  await clock.advance(10);
  expect(cold.view(TOP, BY_NAME)).toMatchObject({ loading: 'ready', files });
  expect(cold.usage()).toEqual(seen.usage());
  expect(cold.view(WORK, BY_NAME).loading).toBe('failed');
  const [first] = files;
  cold.act({ kind: 'rename', file: first as DriveFile, name: 'Dự án' });
  expect(cold.view(TOP, BY_NAME).files.map(({ name }) => name)).toContain('Dự án');

  isCut = false;
  server.put(entryOf('new'));
  cold.connected();
  await clock.advance(10);
  expect(server.entry((first as DriveFile).id)?.name).toBe('Dự án');
  const names = cold.view(TOP, BY_NAME).files.map(({ name }) => name);
  expect(names).toEqual(['Dự án', 'a.txt', 'b.txt', 'new.txt']);
  cold.close();
});

test('a copy that is too large for one call is made by a job, which is asked how far it is', async ({
  drive: { model },
  clock,
  server,
}) => {
  const work = server.entry('work') as DriveFile;
  expect(await model.copy([work], null)).toEqual([]);
  expect(model.copies()).toMatchObject([{ id: 'job-0', state: 'running', done: 1, total: 5_000 }]);
  const [job] = server.copies.values();
  server.copies.set('job-0', { ...(job as NonNullable<typeof job>), done: 700 });
  await clock.advance(1_000);
  expect(model.copies()).toMatchObject([{ done: 700 }]);
  await model.cancelCopy('job-0');
  expect(model.copies()).toMatchObject([{ state: 'cancelled' }]);
  model.forgetCopy('job-0');
  await clock.advance(2_000);
  expect(model.copies()).toEqual([]);
});

test('a copy that went on while the page was away is shown again', async ({ server, storage, clock }) => {
  await server.api.startDriveCopy({ body: { ids: ['work'], parent_id: null } });
  const model = createDriveModel({ api: server.api, clock, storage, ...TAB });
  model.hold(TOP, BY_NAME);
  await clock.advance(10);
  expect(model.copies()).toMatchObject([{ state: 'running' }]);
  model.close();
});
