import { ApiError } from '@bocau/contract/client.ts';
import { describe, expect } from 'vitest';
import type { SessionEvent } from '../session/session-model.ts';
import type { PageRef } from './mail-model.ts';
import { INBOX, test } from './test-kit/inbox-test.ts';
import { createTab, folderPage, startModel } from './test-kit/start-model.ts';

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

  test('OR-5 OR-14 after a reload the acts that wait are taken back one by one, and reading is none of them', async ({
    clock,
    storage,
    server,
    model,
    hold,
    ids,
    inbox,
  }) => {
    await hold(INBOX);
    await clock.advance(2_000);
    server.setUp(false);
    await clock.advance(10);
    const before = ids(INBOX);
    const [one, other, read] = [inbox(0), inbox(1), inbox(2)];
    const groups = [{ folderId: 'inbox', threads: [one] }];
    model.act({ kind: 'move', groups, toFolderId: 'work' });
    model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [other] }] });
    model.act({ kind: 'mark', groups: [{ folderId: 'inbox', threads: [read] }], unread: false });
    await clock.advance(10);
    model.close();

    const next = await startModel(server, clock, { storage });
    next.model.holdList(INBOX);
    await clock.advance(10);
    expect(next.model.takeBackWaiting()).toMatchObject({ operation: { kind: 'delete' }, undoing: false });
    expect(next.model.takeBackWaiting()).toMatchObject({ operation: { kind: 'move' } });
    expect(next.model.takeBackWaiting()).toBeNull();
    expect(next.model.list(INBOX).threads.map(({ id }) => id)).toEqual(before);
    server.setUp(true);
    await clock.advance(60_000);
    expect(server.mailbox.list('inbox').map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    expect(server.mailbox.counts('trash').total_threads).toBe(0);
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

describe('before the server has answered', () => {
  const LAN_ANH = 'lan.anh@saomai.example';

  test('OR-14 the list is shown as it was last seen, and acts on it are sent when the server has answered', async ({
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
    await clock.advance(2_000);
    const [one, other] = [inbox(0), inbox(1)];
    model.close();
    server.mailbox.receive({ unread: true });
    server.delay = 1_000;

    const next = createTab({ server, clock, storage, person: LAN_ANH });
    next.holdList(INBOX);
    await next.boot();
    expect(next.list(INBOX)).toMatchObject({ loading: 'ready', lastSeen: true });
    expect(next.list(INBOX).threads[0]?.id).toBe(one.id);
    expect(next.folderByPath('INBOX')).toMatchObject({ total_threads: 25 });
    next.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [one] }] });
    expect(next.list(INBOX).threads[0]?.id).toBe(other.id);
    expect(called('deleteThreads')).toHaveLength(0);

    await clock.advance(20_000);
    expect(next.list(INBOX)).toMatchObject({ loading: 'ready', lastSeen: false });
    expect(called('deleteThreads')).toHaveLength(1);
    expect(next.list(INBOX).threads.map((row) => row.id)).toEqual(idsOf('inbox'));
    expect(next.folderByPath('INBOX')).toMatchObject({ total_threads: 25 });
  });

  test('rows that the server confirms stay the same objects', async ({
    clock,
    storage,
    server,
    model,
    hold,
  }) => {
    await hold(INBOX);
    await clock.advance(2_000);
    model.close();
    server.delay = 1_000;
    const next = createTab({ server, clock, storage, person: LAN_ANH });
    next.holdList(INBOX);
    await next.boot();
    const { threads } = next.list(INBOX);
    expect(threads).toHaveLength(10);
    await clock.advance(20_000);
    const confirmed = next.list(INBOX);
    expect(confirmed.lastSeen).toBe(false);
    expect(confirmed.threads.map((row, place) => row === threads[place])).not.toContain(false);
  });

  test('what another person has seen is never shown, nor what was seen too long ago, nor part of it', async ({
    clock,
    storage,
    server,
    model,
    hold,
  }) => {
    await hold(INBOX);
    await clock.advance(2_000);
    model.close();
    server.setUp(true);
    server.delay = 1_000;
    const shownAtOnce = async (person: string | null, page: PageRef) => {
      const tab = createTab({ server, clock, storage, person });
      tab.holdList(page);
      void tab.boot();
      await clock.advance(0);
      const shown = [tab.user(), ...tab.list(page).threads];
      tab.close();
      return shown.length > 1 && shown[0] !== null;
    };
    expect(await shownAtOnce(LAN_ANH, INBOX)).toBe(true);
    expect(await shownAtOnce('minh.quan@saomai.example', INBOX)).toBe(false);
    expect(await shownAtOnce(null, INBOX)).toBe(false);
    expect(await shownAtOnce(LAN_ANH, folderPage('Work'))).toBe(false);
    const shell = (await storage.get('mailbox')) as { at: number };
    await storage.set('mailbox', { ...shell, at: shell.at - 8 * 24 * 3_600_000 });
    expect(await shownAtOnce(LAN_ANH, INBOX)).toBe(false);
  });

  test('somebody else turns out to be signed in: nothing is sent or shown in their name', async ({
    clock,
    storage,
    server,
    model,
    hold,
    inbox,
    called,
  }) => {
    await hold(INBOX);
    await clock.advance(2_000);
    const one = inbox(0);
    model.close();
    server.delay = 1_000;
    server.refusal = new ApiError(401, 'other_account', 'not of this session');
    const before = called('listThreads').length;
    const next = createTab({ server, clock, storage, person: LAN_ANH });
    const events: SessionEvent[] = [];
    next.session.onEvent((event) => void events.push(event));
    next.holdList(INBOX);
    await next.boot();
    next.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [one] }] });
    await clock.advance(60_000);
    expect(events).toEqual([{ kind: 'session-ended' }]);
    expect(called('deleteThreads')).toHaveLength(0);
    expect(called('startBulk')).toHaveLength(0);
    expect(called('listThreads')).toHaveLength(before);
    server.refusal = null;
    server.user = { ...server.user, email: 'minh.quan@saomai.example' };
    const later = await startModel(server, clock, { storage });
    expect(later.model.folderByPath('INBOX')).toMatchObject({ total_threads: 25 });
  });

  test('without a connection nobody is shown the mailbox that somebody else left on the device', async ({
    clock,
    storage,
    server,
    model,
    hold,
  }) => {
    await hold(INBOX);
    await clock.advance(2_000);
    model.close();
    server.setUp(false);
    const shownTo = async (person: string) => {
      const tab = createTab({ server, clock, storage, person });
      void tab.boot();
      await clock.advance(1_000);
      tab.close();
      return tab.user()?.email ?? null;
    };
    expect(await shownTo('minh.quan@saomai.example')).toBeNull();
    expect(await shownTo(LAN_ANH)).toBe(LAN_ANH);
  });

  test('AU-5 who is renamed is known by the new address, and goes on', async ({
    clock,
    server,
    model,
    hold,
  }) => {
    await hold(INBOX);
    server.user = { ...server.user, email: 'lan.anh.moi@saomai.example' };
    server.mailbox.showMessages(false);
    await clock.advance(10_000);
    expect(model.user()?.email).toBe('lan.anh.moi@saomai.example');
    expect(model.connection().state).toBe('online');
  });
});
