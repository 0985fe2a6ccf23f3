import { singleId } from '@bocau/contract/single-messages.ts';
import { describe, expect } from 'vitest';
import { INBOX, test } from './test-kit/inbox-test.ts';
import { startModel } from './test-kit/start-model.ts';

const SOON_MS = 10;

describe('lists of single messages', () => {
  test('come and go with the setting, without a reload', async ({ server, clock, hold, ids, idsOf }) => {
    const { threadId } = server.mailbox.receive();
    await hold(INBOX);
    server.mailbox.receive({ threadId });
    await clock.advance(SOON_MS);
    const conversations = ids(INBOX);
    server.mailbox.showMessages(true);
    await clock.advance(SOON_MS);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
    expect(ids(INBOX)).not.toEqual(conversations);
    expect(ids(INBOX)[0]).toMatch(/^m-/);
    server.mailbox.showMessages(false);
    await clock.advance(SOON_MS);
    expect(ids(INBOX)).toEqual(conversations);
  });

  test('count and show what comes, and what is marked in another tab', async ({
    server,
    clock,
    model,
    hold,
    ids,
    inbox,
  }) => {
    server.mailbox.showMessages(true);
    await hold(INBOX);
    const { total, unread } = model.list(INBOX);
    const first = server.mailbox.receive();
    const second = server.mailbox.receive({ threadId: first.threadId });
    await clock.advance(SOON_MS);
    expect(ids(INBOX).slice(0, 2)).toEqual([singleId(second.id), singleId(first.id)]);
    expect(model.list(INBOX)).toMatchObject({ total: total + 2, unread: unread + 2 });
    server.mailbox.mark([singleId(first.id)], 'inbox', false);
    await clock.advance(SOON_MS);
    expect([inbox(0).unread, inbox(1).unread]).toEqual([true, false]);
    expect(model.folderByPath('INBOX')).toMatchObject({ unread_threads: unread + 1 });
  });

  test('OR-5 have acts on one message alone, which undo takes back', async ({
    server,
    clock,
    model,
    hold,
    ids,
    inbox,
  }) => {
    server.mailbox.showMessages(true);
    const { threadId } = server.mailbox.receive();
    server.mailbox.receive({ threadId });
    await hold(INBOX);
    const before = ids(INBOX);
    const act = model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [inbox(0)] }] });
    expect(ids(INBOX)[0]).toBe(before[1]);
    await clock.advance(SOON_MS);
    expect(server.mailbox.list('trash').map(({ id }) => id)).toEqual([before[0]]);
    await act.undo();
    await clock.advance(SOON_MS);
    expect(ids(INBOX)).toEqual(before);
    expect(server.mailbox.list('trash')).toEqual([]);
  });

  test('TD-11 an opened message is read alone; its conversation, open too, follows', async ({
    server,
    clock,
    model,
    hold,
    inbox,
  }) => {
    server.mailbox.showMessages(true);
    const { threadId } = server.mailbox.receive();
    const { id } = server.mailbox.receive({ threadId });
    await hold(INBOX);
    model.holdThread(threadId, 'INBOX', { peek: true });
    model.holdThread(singleId(id), 'INBOX');
    await clock.advance(SOON_MS);
    expect(model.thread(singleId(id), 'INBOX').thread?.messages).toHaveLength(1);
    expect([inbox(0).unread, inbox(1).unread]).toEqual([false, true]);
    const whole = model.thread(threadId, 'INBOX').thread;
    expect(whole?.messages.map(({ unread }) => unread)).toEqual([true, false]);
  });

  test('are not taken for the list as it was last seen in the other form', async ({
    server,
    clock,
    storage,
    model,
    hold,
    ids,
  }) => {
    server.mailbox.showMessages(true);
    await hold(INBOX);
    const seen = ids(INBOX);
    await clock.advance(2_000);
    model.close();
    server.setUp(false);
    const same = await startModel(server, clock, { storage });
    same.model.holdList(INBOX);
    await clock.advance(SOON_MS);
    expect(same.model.list(INBOX).threads.map(({ id }) => id)).toEqual(seen);
    same.model.close();

    server.setUp(true);
    server.mailbox.showMessages(false);
    const other = await startModel(server, clock, { storage });
    await clock.advance(2_000);
    other.model.close();
    server.setUp(false);
    const late = await startModel(server, clock, { storage });
    late.model.holdList(INBOX);
    await clock.advance(SOON_MS);
    expect(late.model.list(INBOX).threads).toEqual([]);
  });
});
