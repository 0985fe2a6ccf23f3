import { describe, expect } from 'vitest';
import type { PageRef } from './mail-model.ts';
import { INBOX, test } from './test-kit/inbox-test.ts';
import { folderPage, STARRED_PAGE } from './test-kit/start-model.ts';

const NO_SENDERS = {
  created_at: 0,
  to_folder_id: null,
  blocked: 0,
  unblocked: 0,
  not_blocked: 0,
  changed: 0,
};

describe('lists', () => {
  test('NT-3 FO-13 new mail goes into place on the first page, is counted, and is told', async ({
    clock,
    server,
    started,
    model,
    hold,
    ids,
    idsOf,
    called,
  }) => {
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
    expect(started.events).toEqual([{ kind: 'new-mail', thread: row, messageId: message.id }]);
  });

  test('NT-3 new mail shifts another page, which is fetched quietly', async ({
    clock,
    server,
    model,
    hold,
    ids,
    idsOf,
  }) => {
    const second = folderPage('INBOX', 10);
    await hold(second);
    server.mailbox.receive();
    const states: string[] = [];
    model.subscribe(() => states.push(model.list(second).loading));
    await clock.advance(10);
    expect(ids(second)).toEqual(idsOf('inbox', 10));
    expect(new Set(states)).toEqual(new Set(['ready']));
  });

  test('NT-3 a thread with a new answer goes to the top', async ({
    clock,
    server,
    hold,
    ids,
    idsOf,
    inbox,
  }) => {
    await hold(INBOX);
    const { id } = inbox(5);
    server.mailbox.receive({ threadId: id });
    await clock.advance(10);
    expect(ids(INBOX)[0]).toBe(id);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
  });

  test('OR-6 a page is refilled after rows have left it', async ({
    clock,
    model,
    hold,
    ids,
    idsOf,
    inbox,
  }) => {
    await hold(INBOX);
    const last = idsOf('inbox', 10)[0];
    model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [inbox(3)] }] });
    expect(ids(INBOX)).toHaveLength(9);
    await clock.advance(10);
    expect(ids(INBOX)).toHaveLength(10);
    expect(ids(INBOX).at(-1)).toBe(last);
  });

  test('TL-20 a list that is left while it loads is cancelled, and shows no error', async ({
    clock,
    server,
    model,
  }) => {
    server.delay = 1000;
    const release = model.holdList(INBOX);
    await clock.advance(1);
    expect(model.list(INBOX).loading).toBe('loading');
    release();
    await clock.advance(5000);
    expect(model.list(INBOX)).toMatchObject({ loading: 'idle', error: null, threads: [] });
  });

  test('TL-20 taking a list up again at once does not load it twice', async ({
    clock,
    model,
    ids,
    idsOf,
    called,
  }) => {
    const before = called('listThreads').length;
    model.holdList(INBOX)();
    model.holdList(INBOX);
    await clock.advance(10);
    expect(called('listThreads')).toHaveLength(before + 1);
    expect(ids(INBOX)).toEqual(idsOf('inbox'));
  });

  test('OR-6 an answer that is older than what is known does not bring a row back', async ({
    clock,
    server,
    model,
    hold,
    ids,
    inbox,
  }) => {
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

  test('a released page is shown at once on return, and then asked anew when it is stale', async ({
    clock,
    server,
    model,
    hold,
    ids,
    idsOf,
  }) => {
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

  test('a reading is the same object until something in it changes', async ({
    clock,
    server,
    model,
    hold,
    inbox,
  }) => {
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
      data: { id: 'j', action: 'read', state: 'running', total: 2, done: 1, can_undo: false, ...NO_SENDERS },
    });
    const refreshed = model.refreshList(INBOX);
    await clock.advance(10);
    await refreshed;
    expect(model.bulkJob('j')?.done).toBe(1);
    expect(changes(settled)).toEqual([false, false, false, false, false, false]);
  });

  test('OR-14 subscribers are told once, in the call of the act', async ({ model, hold, inbox }) => {
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

  test('OR-13 the rows of a search follow an act, and leave with the mail that is deleted', async ({
    clock,
    model,
    hold,
    ids,
  }) => {
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

  test('SB-14 the rows of a search show where it found them after they were marked, too', async ({
    clock,
    server,
    model,
    hold,
  }) => {
    server.foundText = '… kèm theo hợp đồng …';
    const search: PageRef = { list: { kind: 'search', terms: { q: 'Thư m001' } }, offset: 0, limit: 10 };
    await hold(INBOX);
    await hold(search);
    const shown = () => model.list(search).threads.map((row) => `${row.unread} ${row.found_text}`);
    const marked = model.list(search).threads;
    for (const unread of [false, true]) {
      model.act({ kind: 'mark', groups: [{ folderId: 'inbox', threads: marked }], unread });
      const all = marked.map(() => `${unread} … kèm theo hợp đồng …`);
      expect(shown()).toEqual(all);
      await clock.advance(10);
      expect(shown()).toEqual(all);
    }
    expect(model.list(search).threads).toBe(model.list(search).threads);
  });

  test('SB-14 a search that stopped counting shows its page, and is counted on behind it', async ({
    clock,
    model,
    server,
    hold,
    called,
  }) => {
    server.countsTo = 4;
    server.words = '2';
    const search: PageRef = { list: { kind: 'search', terms: { q: 'Thư m001' } }, offset: 0, limit: 3 };
    const shown: string[] = [];
    const note = (page: PageRef) => {
      const { threads, total, totalIsCapped } = model.list(page);
      const said = `${threads.length} of ${total}${totalIsCapped ? ' or more' : ''}`;
      if (threads.length > 0 && shown.at(-1) !== said) shown.push(said);
    };
    const stop = model.subscribe(() => note(search));
    await hold(search);
    await clock.advance(10);
    stop();
    expect(shown).toEqual(['3 of 4 or more', '3 of 10']);
    expect(called('searchThreads').map(({ input }) => input.query)).toMatchObject([
      { q: 'Thư m001', limit: '3' },
      { q: 'Thư m001', count_only: 'true', words: '2' },
    ]);
    // The next page shows the full count, not the capped one.
    const next = { ...search, offset: 3 };
    shown.length = 0;
    const stopNext = model.subscribe(() => note(next));
    await hold(next);
    await clock.advance(10);
    stopNext();
    expect(shown).toEqual(['3 of 10']);
  });

  test('OR-5 taking back brings the rows of a search back to where they stood, at once', async ({
    model,
    clock,
    hold,
    ids,
  }) => {
    const search: PageRef = { list: { kind: 'search', terms: { q: 'Thư m001' } }, offset: 0, limit: 10 };
    await hold(search);
    const before = ids(search);
    const threads = model.list(search).threads.slice(1, 3);
    const act = model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads }] });
    expect(ids(search)).toHaveLength(8);
    await clock.advance(5_000);
    expect(ids(search)).toHaveLength(8);
    expect(model.list(search).total).toBe(8);
    await act.undo();
    expect(ids(search)).toEqual(before);
    await clock.advance(5_000);
    expect(ids(search)).toEqual(before);
    expect(model.list(search).total).toBe(10);
  });
});
