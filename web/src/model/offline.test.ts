import { describe, expect } from 'vitest';
import { INBOX, test } from './test-kit/inbox-test.ts';
import { startModel } from './test-kit/start-model.ts';

describe('without a connection', () => {
  test('OR-14 acts show, wait, and are done once when the connection is back', async ({
    clock,
    server,
    started,
    model,
    hold,
    ids,
    inbox,
    called,
  }) => {
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

  test('OR-14 acts outlive a reload, and what was read can be read', async ({
    clock,
    storage,
    server,
    model,
    hold,
    idsOf,
    inbox,
    called,
  }) => {
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
    expect(next.events).toContainEqual({ kind: 'settings-changed' });
    next.model.close();
    const later = await startModel(server, clock, { storage });
    await clock.advance(1_000);
    expect(called('moveThreads').length).toBeGreaterThan(0);
    expect(later.model.folderByPath('Work')).toMatchObject({ total_threads: 1 });
  });

  test('OR-5 an act that was never sent is taken back without a call', async ({
    clock,
    server,
    started,
    model,
    hold,
    ids,
    inbox,
    called,
  }) => {
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

  test('OR-14 acts of a tab that was closed are done by another one, those of an open tab are not', async ({
    clock,
    storage,
    server,
    started,
    model,
    hold,
    inbox,
    called,
  }) => {
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
