import { describe, expect } from 'vitest';
import type { PageRef } from './mail-model.ts';
import { INBOX, test } from './test-kit/inbox-test.ts';

const BY_SIZE: PageRef = { list: { kind: 'folder', path: 'INBOX', sort: 'size' }, offset: 0, limit: 10 };

describe('a folder in another order', () => {
  test('TL-11 is asked for in its order, and is the whole folder with its counts', async ({
    model,
    hold,
    called,
    ids,
    idsOf,
  }) => {
    await hold(BY_SIZE);
    expect(called('listThreads').at(-1)?.input.query).toMatchObject({ in: 'INBOX', sort: 'size' });
    expect(model.list(BY_SIZE).total).toBe(25);
    expect(model.list(BY_SIZE).unread).toBe(model.folderByPath('INBOX')?.unread_threads);
    await hold(INBOX);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
  });

  test('NT-3 does not guess where new mail stands, but asks; other folders change nothing', async ({
    clock,
    server,
    hold,
    called,
    ids,
  }) => {
    await hold(BY_SIZE);
    const before = called('listThreads').length;
    server.mailbox.receive({ folderId: 'work' });
    await clock.advance(20);
    expect(called('listThreads')).toHaveLength(before);
    const { threadId } = server.mailbox.receive();
    expect(ids(BY_SIZE)).not.toContain(threadId);
    await clock.advance(20);
    expect(called('listThreads')).toHaveLength(before + 1);
  });

  test('NT-3 a conversation that grows goes to its new place', async ({
    clock,
    server,
    model,
    hold,
    ids,
  }) => {
    await hold(BY_SIZE);
    const last = model.list(BY_SIZE).threads.at(-1);
    if (!last) throw new Error('no row');
    server.mailbox.receive({ threadId: last.id });
    await clock.advance(20);
    expect(ids(BY_SIZE)[0]).toBe(last.id);
  });

  test('OR-6 marks stay in their place, what is deleted leaves at once, and undo brings it back', async ({
    clock,
    model,
    hold,
    ids,
    called,
  }) => {
    await hold(BY_SIZE);
    const before = ids(BY_SIZE);
    const asked = called('listThreads').length;
    const [first, second] = model.list(BY_SIZE).threads;
    if (!first || !second) throw new Error('no row');
    model.act({ kind: 'mark', groups: [{ folderId: 'inbox', threads: [second] }], unread: !second.unread });
    await clock.advance(20);
    expect(ids(BY_SIZE)).toEqual(before);
    expect(called('listThreads')).toHaveLength(asked);
    const act = model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [first] }] });
    expect(ids(BY_SIZE)).toEqual(before.slice(1));
    expect(model.list(BY_SIZE).total).toBe(24);
    await clock.advance(20);
    expect(ids(BY_SIZE)).toHaveLength(10);
    void act.undo();
    await clock.advance(20);
    expect(ids(BY_SIZE)).toEqual(before);
  });

  test('TL-11 says where the server cannot sort yet', async ({ server, model, hold }) => {
    server.sortPending = true;
    await hold(BY_SIZE);
    expect(model.list(BY_SIZE).sortPending).toBe(true);
    await hold(INBOX);
    expect(model.list(INBOX).sortPending).toBe(false);
  });

  test('NT-3 is asked anew each time it is turned to', async ({ clock, hold, called }) => {
    const release = await hold(BY_SIZE);
    release();
    await clock.advance(20);
    const before = called('listThreads').length;
    await hold(BY_SIZE);
    expect(called('listThreads')).toHaveLength(before + 1);
  });
});
