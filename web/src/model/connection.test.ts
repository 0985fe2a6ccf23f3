import { beforeEach, describe, expect, test } from 'vitest';
import type { MailModel, PageRef } from './mail-model.ts';
import type { KeyValueStorage } from './model-options.ts';
import { createFakeServer, type FakeServer } from './test-kit/fake-server.ts';
import { createManualClock, type ManualClock } from './test-kit/manual-clock.ts';
import { createMemoryStorage, folderPage, type StartedModel, startModel } from './test-kit/start-model.ts';

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

  test('changed settings are told, once for each change', async () => {
    const before = server.mailbox.changes(null);
    const changes = { ...before, seq: before.seq + 1, settings: true as const };
    server.send({ event: 'changes', data: changes });
    server.send({ event: 'changes', data: changes });
    server.send({ event: 'changes', data: { ...before, seq: before.seq + 2 } });
    await clock.advance(10);
    expect(started.events).toEqual([{ kind: 'settings-changed' }]);
  });

  test('settings may have changed when the journal does not reach back', async () => {
    server.setUp(false);
    server.mailbox.receive();
    server.mailbox.forgetJournal();
    server.setUp(true);
    await clock.advance(10_000);
    expect(started.events).toEqual([{ kind: 'settings-changed' }]);
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
