import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { describe, expect } from 'vitest';
import { INBOX, test } from './test-kit/inbox-test.ts';

describe('threads', () => {
  test('TD-11 opening an unread thread marks it read in the same call, a peek does not', async ({
    clock,
    server,
    model,
    hold,
    called,
  }) => {
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
  });

  test('TD-11 a thread that no list knows is marked read when it is there', async ({
    clock,
    server,
    model,
  }) => {
    const [row] = server.mailbox.list('inbox').filter((thread) => thread.unread);
    model.holdThread(row?.id ?? '', 'INBOX');
    await clock.advance(10);
    expect(server.mailbox.rowsOf(row?.id ?? '').get('inbox')?.unread).toBe(false);
    expect(model.folderByPath('INBOX')?.unread_threads).toBe(12);
  });

  test('OR-14 a thread marked unread while it is open stays unread', async ({
    clock,
    model,
    hold,
    inbox,
  }) => {
    await hold(INBOX);
    model.holdThread(inbox(0).id, 'INBOX');
    await clock.advance(10);
    model.act({ kind: 'mark', groups: [{ folderId: 'inbox', threads: [inbox(0)] }], unread: true });
    await clock.advance(10);
    expect(inbox(0).unread).toBe(true);
    expect(model.thread(inbox(0).id, 'INBOX').thread?.unread).toBe(true);
  });

  test('NT-3 an open thread takes up a new answer', async ({ clock, server, model, hold, inbox }) => {
    await hold(INBOX);
    const { id } = inbox(2);
    model.holdThread(id, 'INBOX');
    await clock.advance(10);
    server.mailbox.receive({ threadId: id });
    await clock.advance(10);
    expect(model.thread(id, 'INBOX').thread?.messages).toHaveLength(2);
  });

  test('a thread that was merged into another one is still found by its old id', async ({
    clock,
    server,
    model,
    hold,
    ids,
    idsOf,
    inbox,
  }) => {
    await hold(INBOX);
    const [young, old] = [inbox(0).id, inbox(4).id];
    model.holdThread(young, 'INBOX');
    await clock.advance(10);
    server.mailbox.merge(young, old);
    await clock.advance(10);
    expect(model.thread(young, 'INBOX').thread).toMatchObject({ id: old, message_count: 2 });
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
  });

  test('an act on a thread that is merged meanwhile goes to the thread that it became part of', async ({
    clock,
    server,
    model,
    hold,
    ids,
    idsOf,
    inbox,
  }) => {
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

  test('TD-14 a deleted message leaves its open thread, and comes back when that is undone', async ({
    clock,
    server,
    model,
    hold,
    inbox,
  }) => {
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

  test('TD-3 the body of a collapsed message is fetched, and kept when the thread changes', async ({
    clock,
    server,
    model,
  }) => {
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

  test('ER-5 a thread that is not there fails with the code of the server', async ({ clock, model }) => {
    model.holdThread('nowhere', 'INBOX');
    await clock.advance(10);
    expect(model.thread('nowhere', 'INBOX')).toMatchObject({
      loading: 'failed',
      error: { code: 'thread_not_found' },
    });
  });
});
