import { describe, expect } from 'vitest';
import type { PageRef, SearchTerms } from './mail-model.ts';
import { INBOX, test } from './test-kit/inbox-test.ts';

const inboxBy = (filter: SearchTerms, limit = 10): PageRef => ({
  list: { kind: 'folder', path: 'INBOX', filter },
  offset: 0,
  limit,
});
const UNREAD = inboxBy({ is_read: 'false' });

describe('a folder that is filtered', () => {
  test('AP-13 is asked for with its filter, and counts what that leaves', async ({ model, hold, called }) => {
    await hold(UNREAD);
    expect(called('listThreads').at(-1)?.input.query).toMatchObject({ in: 'INBOX', is_read: 'false' });
    expect(model.list(UNREAD).threads.every((row) => row.unread)).toBe(true);
    expect(model.list(UNREAD).total).toBe(13);
  });

  test('keeps what is read while it is looked at, and has it no more the next time', async ({
    clock,
    model,
    hold,
    ids,
  }) => {
    const release = await hold(UNREAD);
    const shown = ids(UNREAD);
    const thread = model.list(UNREAD).threads[2];
    if (!thread) throw new Error('no row');
    model.act({ kind: 'mark', groups: [{ folderId: 'inbox', threads: [thread] }], unread: false });
    await clock.advance(20);
    expect(ids(UNREAD)).toEqual(shown);
    expect(model.list(UNREAD).threads[2]?.unread).toBe(false);
    release();
    await clock.advance(20);
    await hold(UNREAD);
    expect(ids(UNREAD)).not.toContain(thread.id);
    expect(model.list(UNREAD).total).toBe(12);
  });

  test('NT-3 takes in new mail that belongs to it, and no other', async ({
    clock,
    server,
    model,
    hold,
    ids,
  }) => {
    await hold(UNREAD);
    const before = ids(UNREAD);
    server.mailbox.receive({ unread: false });
    await clock.advance(20);
    expect(ids(UNREAD)).toEqual(before);
    const { threadId } = server.mailbox.receive();
    await clock.advance(20);
    expect(ids(UNREAD)).toEqual([threadId, ...before.slice(0, 9)]);
    expect(model.list(UNREAD).threads).toHaveLength(10);
  });

  test('OR-6 what is deleted leaves it, what follows takes its place, and undo brings it back', async ({
    clock,
    server,
    model,
    hold,
    ids,
  }) => {
    await hold(UNREAD);
    const before = ids(UNREAD);
    const [first] = model.list(UNREAD).threads;
    if (!first) throw new Error('no row');
    const act = model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [first] }] });
    expect(ids(UNREAD)).toEqual(before.slice(1));
    await clock.advance(20);
    expect(ids(UNREAD)).toHaveLength(10);
    expect(ids(UNREAD)).not.toContain(first.id);
    void act.undo();
    await clock.advance(20);
    expect(ids(UNREAD)).toEqual(before);
    expect(server.mailbox.counts('inbox').unread_threads).toBe(13);
  });

  test('NT-3 by what only the server can tell is asked anew when mail comes to the folder', async ({
    clock,
    server,
    hold,
    called,
  }) => {
    await hold(inboxBy({ from_addr: 'minh' }));
    const before = called('listThreads').length;
    server.mailbox.receive({ folderId: 'work' });
    await clock.advance(20);
    expect(called('listThreads')).toHaveLength(before);
    server.mailbox.receive();
    await clock.advance(20);
    expect(called('listThreads')).toHaveLength(before + 1);
  });

  test('AP-11 a whole-list act goes to what is shown', async ({ model, hold, called }) => {
    await hold(UNREAD);
    await model.startBulk({ where: UNREAD.list, action: 'read' });
    expect(called('startBulk').at(-1)?.input.body.where).toEqual({ in: 'INBOX', is_read: false });
  });

  test('leaves the whole folder as it is', async ({ hold, model, ids, idsOf }) => {
    await hold(UNREAD);
    await hold(INBOX);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
    expect(model.list(INBOX).total).toBe(25);
  });
});
