import { describe, expect } from 'vitest';
import { INBOX, test } from './test-kit/inbox-test.ts';
import { startModel } from './test-kit/start-model.ts';

describe('the connection', () => {
  test('NT-7 NT-8 a lost socket is told with the time of the reload, and comes back by itself', async ({
    clock,
    server,
    model,
    hold,
    ids,
    idsOf,
  }) => {
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

  test('NT-8 trying now tries at once, and so does a browser that is online again', async ({
    clock,
    server,
    started,
    model,
  }) => {
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

  test('NT-8 who comes back to the page does not wait for the next try', async ({ clock, server, model }) => {
    server.setUp(false);
    await clock.advance(100_000);
    server.setUp(true);
    model.hurry();
    await clock.advance(1);
    expect(model.connection().state).toBe('online');
  });

  test('a socket that has fallen silent is given up', async ({ clock, server, model }) => {
    const states: string[] = [];
    model.session.subscribe(() => states.push(model.connection().state));
    server.send = () => undefined;
    await clock.advance(60_000);
    expect(states).toEqual([]);
    await clock.advance(10_000);
    expect(states[0]).toBe('lost');
    expect(states.at(-1)).toBe('online');
  });

  test('everything is fetched anew when the journal does not reach back', async ({
    clock,
    server,
    model,
    hold,
    ids,
    idsOf,
  }) => {
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

  test('changed settings are told, once for each change', async ({ clock, server, started }) => {
    const before = server.mailbox.changes(null);
    const changes = { ...before, seq: before.seq + 1, settings: true as const };
    server.send({ event: 'changes', data: changes });
    server.send({ event: 'changes', data: changes });
    server.send({ event: 'changes', data: { ...before, seq: before.seq + 2 } });
    await clock.advance(10);
    expect(started.events).toEqual([{ kind: 'settings-changed' }]);
  });

  test('settings may have changed when the journal does not reach back', async ({
    clock,
    server,
    started,
  }) => {
    server.setUp(false);
    server.mailbox.receive();
    server.mailbox.forgetJournal();
    server.setUp(true);
    await clock.advance(10_000);
    expect(started.events).toEqual([{ kind: 'settings-changed' }]);
  });

  test('AU-3 the end of the session is told once, and what was to be sent waits for the next one', async ({
    clock,
    storage,
    server,
    started,
    model,
    hold,
    inbox,
  }) => {
    await hold(INBOX);
    const row = inbox(0);
    server.sessionEnded = true;
    model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [row] }] });
    model.act({ kind: 'star', thread: inbox(2), starred: true });
    await clock.advance(10_000);
    expect(started.events).toEqual([{ kind: 'session-ended' }]);
    expect(model.connection(), 'one cause is told, and not two').toEqual({
      state: 'connecting',
      reloadAt: null,
    });
    model.close();
    server.sessionEnded = false;
    const next = await startModel(server, clock, { storage });
    expect(server.mailbox.rowsOf(row.id).has('trash')).toBe(true);
    expect(next.model.folderByPath('Trash')).toMatchObject({ total_threads: 1 });
  });
});
