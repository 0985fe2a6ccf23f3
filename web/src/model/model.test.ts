import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MailModel, PageRef } from './mail-model.ts';
import type { KeyValueStorage } from './model-options.ts';
import { createFakeServer, type FakeServer } from './test-kit/fake-server.ts';
import { createManualClock, type ManualClock } from './test-kit/manual-clock.ts';
import {
  createMemoryStorage,
  folderPage,
  STARRED_PAGE,
  type StartedModel,
  startModel,
} from './test-kit/start-model.ts';

const INBOX = folderPage('INBOX');

let clock: ManualClock;
let server: FakeServer;
let storage: KeyValueStorage;
let started: StartedModel;
let model: MailModel;

beforeEach(async () => {
  clock = createManualClock();
  server = createFakeServer(clock);
  storage = createMemoryStorage();
  for (let i = 0; i < 25; i++) server.mailbox.receive({ unread: i % 2 === 0 });
  started = await startModel(server, clock, { storage });
  model = started.model;
});

async function hold(page: PageRef): Promise<() => void> {
  const release = model.holdList(page);
  await clock.advance(10);
  return release;
}

function ids(page: PageRef): string[] {
  return model.list(page).threads.map((row) => row.id);
}

function idsOf(folder: string, offset = 0): string[] {
  return server.mailbox
    .list(folder)
    .slice(offset, offset + 10)
    .map((row) => row.id);
}

function inbox(place: number) {
  const thread = model.list(INBOX).threads[place];
  if (!thread) throw new Error(`no row ${place}`);
  return thread;
}

function called(name: string) {
  return server.calls.filter((call) => call.name === name);
}

describe('lists', () => {
  test('NT-3 FO-13 new mail goes into place on the first page, is counted, and is told', async () => {
    await hold(INBOX);
    const before = called('listThreads').length;
    const message = server.mailbox.receive();
    const [row] = server.mailbox.list('inbox');
    if (row) server.send({ event: 'new_mail', data: { message_id: message.id, thread: row } });
    await clock.advance(10);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
    expect(ids(INBOX)).toHaveLength(10);
    expect(model.list(INBOX)).toMatchObject({ total: 26, unread: 14 });
    expect(called('listThreads')).toHaveLength(before);
    expect(started.events).toEqual([{ kind: 'new-mail', thread: row }]);
  });

  test('NT-3 new mail shifts another page, which is fetched quietly', async () => {
    const second = folderPage('INBOX', 10);
    await hold(second);
    server.mailbox.receive();
    const states: string[] = [];
    model.subscribe(() => states.push(model.list(second).loading));
    await clock.advance(10);
    expect(ids(second)).toEqual(idsOf('inbox', 10));
    expect(new Set(states)).toEqual(new Set(['ready']));
  });

  test('NT-3 a thread with a new answer goes to the top', async () => {
    await hold(INBOX);
    const { id } = inbox(5);
    server.mailbox.receive({ threadId: id });
    await clock.advance(10);
    expect(ids(INBOX)[0]).toBe(id);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
  });

  test('OR-6 a page is refilled after rows have left it', async () => {
    await hold(INBOX);
    const last = idsOf('inbox', 10)[0];
    model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [inbox(3)] }] });
    expect(ids(INBOX)).toHaveLength(9);
    await clock.advance(10);
    expect(ids(INBOX)).toHaveLength(10);
    expect(ids(INBOX).at(-1)).toBe(last);
  });

  test('TL-20 a list that is left while it loads is cancelled, and shows no error', async () => {
    server.delay = 1000;
    const release = model.holdList(INBOX);
    await clock.advance(1);
    expect(model.list(INBOX).loading).toBe('loading');
    release();
    await clock.advance(5000);
    expect(model.list(INBOX)).toMatchObject({ loading: 'idle', error: null, threads: [] });
  });

  test('TL-20 taking a list up again at once does not load it twice', async () => {
    const before = called('listThreads').length;
    model.holdList(INBOX)();
    model.holdList(INBOX);
    await clock.advance(10);
    expect(called('listThreads')).toHaveLength(before + 1);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
  });

  test('OR-6 an answer that is older than what is known does not bring a row back', async () => {
    await hold(INBOX);
    const row = inbox(0);
    server.delay = 4000;
    const refreshed = model.refreshList(INBOX);
    await clock.advance(1);
    server.delay = 0;
    server.mailbox.remove([row.id], 'inbox');
    await clock.advance(1);
    expect(ids(INBOX)).not.toContain(row.id);
    const shown: boolean[] = [];
    model.subscribe(() => shown.push(ids(INBOX).includes(row.id)));
    await clock.advance(20_000);
    await refreshed;
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).not.toContain(true);
  });

  test('a released page is shown at once on return, and then asked anew when it is stale', async () => {
    const second = folderPage('INBOX', 10);
    const release = await hold(second);
    const before = ids(second);
    release();
    server.mailbox.receive();
    await clock.advance(10);
    model.holdList(second);
    expect(ids(second)).toEqual(before);
    await clock.advance(10);
    expect(ids(second)).toEqual(idsOf('inbox', 10));
  });

  test('a reading is the same object until something in it changes', async () => {
    await hold(INBOX);
    await hold(STARRED_PAGE);
    const read = () => [
      model.list(INBOX),
      model.list(STARRED_PAGE),
      model.folders(),
      model.starredCounts(),
      inbox(1),
      inbox(0),
    ];
    const changes = (before: unknown[]) => read().map((one, place) => one !== before[place]);
    const begun = read();
    const act = model.act({ kind: 'star', thread: inbox(0), starred: true });
    expect(changes(begun)).toEqual([true, true, false, true, false, true]);
    await clock.advance(10);
    await act.undo();
    await clock.advance(10);
    const settled = read();
    server.send({
      event: 'bulk_progress',
      data: { id: 'j', action: 'read', state: 'running', total: 2, done: 1, can_undo: false },
    });
    const refreshed = model.refreshList(INBOX);
    await clock.advance(10);
    await refreshed;
    expect(model.bulkJob('j')?.done).toBe(1);
    expect(changes(settled)).toEqual([false, false, false, false, false, false]);
  });

  test('OR-14 subscribers are told once, in the call of the act', async () => {
    await hold(INBOX);
    let told = 0;
    const stop = model.subscribe(() => told++);
    model.act({
      kind: 'mark',
      groups: [{ folderId: 'inbox', threads: [inbox(0), inbox(1), inbox(2)] }],
      unread: false,
    });
    stop();
    expect(told).toBe(1);
  });

  test('OR-13 the rows of a search follow an act, and leave with the mail that is deleted', async () => {
    const search: PageRef = { list: { kind: 'search', terms: { q: 'Thư m001' } }, offset: 0, limit: 10 };
    await hold(search);
    const [one, other] = model.list(search).threads;
    if (!one || !other) throw new Error('nothing found');
    model.act({ kind: 'move', groups: [{ folderId: 'inbox', threads: [one] }], toFolderId: 'work' });
    model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [other] }] });
    const check = () => {
      expect(model.list(search).threads.find((row) => row.id === one.id)?.mailbox_name).toBe('Work');
      expect(ids(search)).not.toContain(other.id);
    };
    check();
    await clock.advance(10);
    check();
    expect(model.list(search).total).toBe(9);
  });
});

describe('threads', () => {
  test('TD-11 opening an unread thread marks it read in the same call, a peek does not', async () => {
    await hold(INBOX);
    const unread = model.list(INBOX).threads.filter((row) => row.unread);
    model.holdThread(unread[1]?.id ?? '', 'INBOX', { peek: true });
    await clock.advance(10);
    expect(called('markThreads')).toHaveLength(0);
    expect(model.thread(unread[1]?.id ?? '', 'INBOX').thread?.unread).toBe(true);
    model.holdThread(unread[0]?.id ?? '', 'INBOX');
    expect(model.list(INBOX).threads.find((row) => row.id === unread[0]?.id)?.unread).toBe(false);
    expect(model.folderByPath('INBOX')?.unread_threads).toBe(12);
    const seen: boolean[] = [];
    model.subscribe(() => {
      const { thread } = model.thread(unread[0]?.id ?? '', 'INBOX');
      if (thread) seen.push(thread.unread || thread.messages.some((message) => message.unread));
    });
    await clock.advance(10);
    expect(server.mailbox.counts('inbox').unread_threads).toBe(12);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(true);
    expect(await model.undoLatest()).toBeNull();
  });

  test('TD-11 a thread that no list knows is marked read when it is there', async () => {
    const [row] = server.mailbox.list('inbox').filter((thread) => thread.unread);
    model.holdThread(row?.id ?? '', 'INBOX');
    await clock.advance(10);
    expect(server.mailbox.rowsOf(row?.id ?? '').get('inbox')?.unread).toBe(false);
    expect(model.folderByPath('INBOX')?.unread_threads).toBe(12);
  });

  test('OR-14 a thread marked unread while it is open stays unread', async () => {
    await hold(INBOX);
    model.holdThread(inbox(0).id, 'INBOX');
    await clock.advance(10);
    model.act({ kind: 'mark', groups: [{ folderId: 'inbox', threads: [inbox(0)] }], unread: true });
    await clock.advance(10);
    expect(inbox(0).unread).toBe(true);
    expect(model.thread(inbox(0).id, 'INBOX').thread?.unread).toBe(true);
  });

  test('NT-3 an open thread takes up a new answer', async () => {
    await hold(INBOX);
    const { id } = inbox(2);
    model.holdThread(id, 'INBOX');
    await clock.advance(10);
    server.mailbox.receive({ threadId: id });
    await clock.advance(10);
    expect(model.thread(id, 'INBOX').thread?.messages).toHaveLength(2);
  });

  test('a thread that was merged into another one is still found by its old id', async () => {
    await hold(INBOX);
    const [young, old] = [inbox(0).id, inbox(4).id];
    model.holdThread(young, 'INBOX');
    await clock.advance(10);
    server.mailbox.merge(young, old);
    await clock.advance(10);
    expect(model.thread(young, 'INBOX').thread).toMatchObject({ id: old, message_count: 2 });
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
  });

  test('an act on a thread that is merged meanwhile goes to the thread that it became part of', async () => {
    await hold(INBOX);
    const [young, old] = [inbox(0), inbox(4)];
    server.fate = (name) => (name === 'moveThreads' ? 'unavailable' : 'fine');
    model.act({ kind: 'move', groups: [{ folderId: 'inbox', threads: [young] }], toFolderId: 'work' });
    server.mailbox.merge(young.id, old.id);
    await clock.advance(500);
    expect(ids(INBOX)).not.toContain(old.id);
    server.fate = () => 'fine';
    await clock.advance(60_000);
    expect(server.mailbox.list('work').map((row) => row.id)).toEqual([old.id]);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
    expect(model.folderByPath('INBOX')).toMatchObject(server.mailbox.counts('inbox'));
  });

  test('TD-14 a deleted message leaves its open thread, and comes back when that is undone', async () => {
    const thread = server.mailbox.receive();
    const second = server.mailbox.receive({ threadId: thread.threadId });
    await hold(INBOX);
    model.holdThread(thread.threadId, 'INBOX');
    await clock.advance(10);
    const messages = () =>
      (model.thread(thread.threadId, 'INBOX').thread as ThreadWithMessages).messages.map(({ id }) => id);
    const act = model.act({
      kind: 'delete-message',
      thread: inbox(0),
      messageId: second.id,
      folderId: 'inbox',
    });
    expect(messages()).toEqual([thread.id]);
    await clock.advance(10);
    expect(messages()).toEqual([thread.id]);
    await act.undo();
    await clock.advance(10);
    expect(messages()).toEqual([thread.id, second.id]);
  });

  test('TD-3 the body of a collapsed message is fetched, and kept when the thread changes', async () => {
    const { threadId, id } = server.mailbox.receive();
    server.mailbox.receive({ threadId });
    model.holdThread(threadId, 'INBOX');
    await clock.advance(10);
    expect(model.message(id)).toBeNull();
    const loaded = model.loadMessage(id);
    await clock.advance(10);
    expect((await loaded).body).toBe(`Nội dung ${id}`);
    server.mailbox.receive({ threadId });
    await clock.advance(10);
    expect(model.thread(threadId, 'INBOX').thread?.messages[0]?.body).toBe(`Nội dung ${id}`);
  });

  test('ER-5 a thread that is not there fails with the code of the server', async () => {
    model.holdThread('nowhere', 'INBOX');
    await clock.advance(10);
    expect(model.thread('nowhere', 'INBOX')).toMatchObject({
      loading: 'failed',
      error: { code: 'thread_not_found' },
    });
  });
});

describe('the connection', () => {
  test('NT-7 NT-8 a lost socket is told with the time of the reload, and comes back by itself', async () => {
    server.setUp(false);
    await clock.advance(10);
    expect(model.connection()).toEqual({ state: 'lost', reloadAt: clock.now() - 10 + 60_000 });
    server.mailbox.receive();
    await hold(INBOX);
    expect(model.list(INBOX)).toMatchObject({ loading: 'failed', error: { code: 'no_answer' } });
    server.setUp(true);
    await clock.advance(10_000);
    expect(model.connection()).toEqual({ state: 'online', reloadAt: null });
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
    expect(model.folderByPath('INBOX')).toMatchObject({ total_threads: 26 });
  });

  test('NT-8 trying now tries at once, and so does a browser that is online again', async () => {
    server.setUp(false);
    await clock.advance(100_000);
    server.setUp(true);
    model.tryNow();
    await clock.advance(1);
    expect(model.connection().state).toBe('online');
    started.setOnline(false);
    expect(model.connection().state).toBe('lost');
    started.setOnline(true);
    await clock.advance(1);
    expect(model.connection().state).toBe('online');
  });

  test('a socket that has fallen silent is given up', async () => {
    const states: string[] = [];
    model.subscribe(() => states.push(model.connection().state));
    server.send = () => undefined;
    await clock.advance(60_000);
    expect(states).toEqual([]);
    await clock.advance(10_000);
    expect(states[0]).toBe('lost');
    expect(states.at(-1)).toBe('online');
  });

  test('everything is fetched anew when the journal does not reach back', async () => {
    await hold(INBOX);
    server.setUp(false);
    server.mailbox.receive();
    server.mailbox.addFolder('New');
    server.mailbox.forgetJournal();
    await clock.advance(10);
    server.setUp(true);
    await clock.advance(10_000);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
    expect(model.folderByPath('New')).not.toBeNull();
    expect(model.folderByPath('INBOX')).toMatchObject({ total_threads: 26 });
  });

  test('AU-4 the end of the session is told once, and what was to be sent waits for the next one', async () => {
    await hold(INBOX);
    const row = inbox(0);
    server.sessionEnded = true;
    model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [row] }] });
    model.act({ kind: 'star', thread: inbox(2), starred: true });
    await clock.advance(10_000);
    expect(started.events).toEqual([{ kind: 'session-ended' }]);
    model.close();
    server.sessionEnded = false;
    const next = await startModel(server, clock, { storage });
    expect(server.mailbox.rowsOf(row.id).has('trash')).toBe(true);
    expect(next.model.folderByPath('Trash')).toMatchObject({ total_threads: 1 });
  });
});

describe('without a connection', () => {
  test('OR-14 acts show, wait, and are done once when the connection is back', async () => {
    await hold(INBOX);
    started.setOnline(false);
    server.setUp(false);
    const [one, other] = [inbox(0), inbox(1)];
    const act = model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [one] }] });
    model.act({ kind: 'star', thread: other, starred: true });
    await clock.advance(30_000);
    expect(ids(INBOX)).not.toContain(one.id);
    server.setUp(true);
    started.setOnline(true);
    await clock.advance(10_000);
    expect(await act.settled).toBe(true);
    expect(called('deleteThreads')).toHaveLength(1);
    expect(server.mailbox.counts('trash').total_threads).toBe(1);
    expect(server.mailbox.counts('Starred').total_threads).toBe(1);
  });

  test('OR-14 acts outlive a reload, and what was read can be read', async () => {
    await hold(INBOX);
    model.holdThread(inbox(3).id, 'INBOX');
    await clock.advance(2_000);
    server.setUp(false);
    await clock.advance(10);
    const [one, opened] = [inbox(0), inbox(3)];
    model.act({ kind: 'move', groups: [{ folderId: 'inbox', threads: [one] }], toFolderId: 'work' });
    await clock.advance(10);
    model.close();

    const next = await startModel(server, clock, { storage });
    next.model.holdList(INBOX);
    next.model.holdThread(opened.id, 'INBOX');
    await clock.advance(10);
    expect(next.model.connection().state).toBe('lost');
    expect(next.model.user()?.email).toBe('lan.anh@saomai.example');
    expect(next.model.list(INBOX).threads).toHaveLength(9);
    expect(next.model.folderByPath('INBOX')).toMatchObject({ total_threads: 24 });
    expect(next.model.folderByPath('Work')).toMatchObject({ total_threads: 1 });
    expect(next.model.thread(opened.id, 'INBOX').thread?.messages).toHaveLength(1);

    server.setUp(true);
    await clock.advance(60_000);
    expect(server.mailbox.list('work').map((row) => row.id)).toEqual([one.id]);
    expect(next.model.list(INBOX).threads.map((row) => row.id)).toEqual(idsOf('inbox'));
    expect(next.model.folderByPath('Work')).toMatchObject({ total_threads: 1 });
    next.model.close();
    const later = await startModel(server, clock, { storage });
    await clock.advance(1_000);
    expect(called('moveThreads').length).toBeGreaterThan(0);
    expect(later.model.folderByPath('Work')).toMatchObject({ total_threads: 1 });
  });

  test('OR-5 an act that was never sent is taken back without a call', async () => {
    await hold(INBOX);
    server.setUp(false);
    started.setOnline(false);
    const before = ids(INBOX);
    const act = model.act({ kind: 'spam', groups: [{ folderId: 'inbox', threads: [inbox(0)] }] });
    expect(await act.undo()).toBe(true);
    expect(await act.settled).toBe(false);
    expect(ids(INBOX)).toEqual(before);
    server.setUp(true);
    started.setOnline(true);
    await clock.advance(10_000);
    expect(called('moveThreads')).toHaveLength(0);
  });

  test('OR-14 acts of a tab that was closed are done by another one, those of an open tab are not', async () => {
    await hold(INBOX);
    started.setOnline(false);
    model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [inbox(0)] }] });
    await clock.advance(10);
    const open = await startModel(server, clock, { storage, tabId: 'second' });
    expect(called('deleteThreads')).toHaveLength(0);
    open.model.close();
    model.close();
    await clock.advance(60_000);
    await startModel(server, clock, { storage, tabId: 'third' });
    expect(called('deleteThreads')).toHaveLength(1);
  });
});

describe('folders and bulk jobs', () => {
  test('FO-10 a folder is made, and deleted when it is empty', async () => {
    const made = model.createFolder({ name: 'Khách hàng' });
    await clock.advance(10);
    const { id } = await made;
    expect(model.folderByPath('Khách hàng')?.id).toBe(id);
    const refused = model.deleteFolder('inbox');
    const refusal = expect(refused).rejects.toMatchObject({ code: 'folder_not_empty' });
    await clock.advance(10);
    await refusal;
    const removed = model.deleteFolder(id);
    await clock.advance(10);
    await removed;
    expect(model.folderByPath('Khách hàng')).toBeNull();
  });

  test('FO-11 a bulk job is followed by the socket, and asked after a lost connection', async () => {
    const asked = model.startBulk({ where: { kind: 'folder', path: 'INBOX' }, action: 'read' });
    await clock.advance(10);
    const id = await asked;
    const job = { id, action: 'read', state: 'running', total: 10, done: 4, can_undo: true } as const;
    server.send({ event: 'bulk_progress', data: job });
    await clock.advance(10);
    expect(model.bulkJob(id)).toEqual(job);
    server.jobs.set(id, { ...job, state: 'done', done: 10 });
    server.dropSockets();
    await clock.advance(10_000);
    expect(model.bulkJob(id)?.state).toBe('done');
    expect(started.events.at(-1)).toMatchObject({ kind: 'bulk-progress', job: { state: 'done' } });
  });
});
