import type { Thread } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../engine/test-kit/manual-clock.ts';
import type { MailModel } from './mail-model.ts';
import type { Operation } from './operations/operation.ts';
import { createFakeServer, type FakeServer } from './test-kit/fake-server.ts';
import {
  folderPage,
  STARRED_PAGE,
  type StartedModel,
  startModel,
  WAITING_PAGE,
} from './test-kit/start-model.ts';

const FOLDERS = ['INBOX', 'Work', 'Home', 'Snoozed', 'Sent', 'Junk', 'Trash', 'Drafts'];

let clock: ManualClock;
let server: FakeServer;
let started: StartedModel;
let model: MailModel;

beforeEach(async () => {
  clock = createManualClock();
  server = createFakeServer(clock);
  const { mailbox } = server;
  for (let i = 0; i < 3; i++) mailbox.receive();
  mailbox.receive({ unread: false });
  mailbox.receive({ starred: true });
  const answered = mailbox.receive({ unread: false });
  mailbox.receive({ threadId: answered.threadId, folderId: 'sent', unread: false });
  mailbox.receive({ folderId: 'junk' });
  mailbox.receive({ folderId: 'trash', oldFolderId: 'work' });
  mailbox.receive({ folderId: 'trash', oldFolderId: 'gone', unread: false });
  mailbox.receive({ folderId: 'snoozed', oldFolderId: 'work', until: 1_800_000_000 });
  const sent = mailbox.receive({ folderId: 'sent', unread: false });
  mailbox.receive({ folderId: 'sent', unread: false });
  mailbox.followUp([sent.threadId], 1_800_000_000);
  mailbox.receive({ folderId: 'drafts', draft: true, unread: false });
  started = await startModel(server, clock);
  model = started.model;
  for (const path of FOLDERS) model.holdList(folderPage(path));
  model.holdList(STARRED_PAGE);
  model.holdList(WAITING_PAGE);
  await clock.advance(10);
});

function rows(path: string): readonly Thread[] {
  return model.list(folderPage(path)).threads;
}

function marksOf(row: Thread) {
  return [row.id, row.unread, row.starred, row.snoozed_until, row.follow_up_at, row.pinned, row.muted];
}

function shown() {
  return {
    lists: FOLDERS.map((path) => [path, rows(path).map(marksOf)]),
    counts: FOLDERS.map((path) => model.folderByPath(path)).map((folder) => [
      folder?.name,
      folder?.unread_threads,
      folder?.total_threads,
    ]),
    starred: [model.starredCounts(), model.list(STARRED_PAGE).threads.filter((row) => row.starred).length],
    waiting: [model.waiting(), model.list(WAITING_PAGE).threads.map(marksOf)],
  };
}

function truth() {
  return {
    lists: FOLDERS.map((path) => [path, server.mailbox.list(path.toLowerCase()).map(marksOf)]),
    counts: FOLDERS.map((path) => {
      const { unread_threads, total_threads } = server.mailbox.counts(path.toLowerCase());
      return [path, unread_threads, total_threads];
    }),
    starred: [server.mailbox.counts('Starred'), server.mailbox.list('Starred').length],
    waiting: [server.mailbox.counts(WAITING).total_threads, server.mailbox.list(WAITING).map(marksOf)],
  };
}

function first(path: string, count = 1) {
  return [{ folderId: path.toLowerCase(), threads: rows(path).slice(0, count) }];
}

function waiting() {
  return [{ folderId: 'sent', threads: model.list(WAITING_PAGE).threads }];
}

const ACTS: [string, () => Operation][] = [
  ['OR-14 marking read', () => ({ kind: 'mark', groups: first('INBOX', 4), unread: false })],
  ['OR-14 marking unread', () => ({ kind: 'mark', groups: first('INBOX', 4), unread: true })],
  ['OR-15 a star', () => ({ kind: 'star', thread: rows('INBOX')[2] as Thread, starred: true })],
  ['OR-15 taking a star away', () => ({ kind: 'star', thread: rows('INBOX')[1] as Thread, starred: false })],
  ['OR-5 a move', () => ({ kind: 'move', groups: first('INBOX', 3), toFolderId: 'work' })],
  [
    'OR-5 a move out of two folders',
    () => ({ kind: 'move', groups: [...first('INBOX'), ...first('Junk')], toFolderId: 'home' }),
  ],
  ['OR-8 spam', () => ({ kind: 'spam', groups: first('INBOX', 2) })],
  ['OR-10 not spam', () => ({ kind: 'not-spam', groups: first('Junk') })],
  ['OR-6 deleting', () => ({ kind: 'delete', groups: first('INBOX', 2) })],
  ['OR-17 removing a draft', () => ({ kind: 'delete', groups: first('Drafts') })],
  ['LT-12 snoozing', () => ({ kind: 'snooze', groups: first('INBOX', 2), until: 1_900_000_000 })],
  ['LT-12 snoozing until an answer', () => ({ kind: 'snooze', groups: first('INBOX'), until: null })],
  ['LT-5 another time', () => ({ kind: 'snooze', groups: first('Snoozed'), until: 1_900_000_000 })],
  ['LT-6 bringing back', () => ({ kind: 'unsnooze', groups: first('Snoozed') })],
  ['FU-16 following up', () => ({ kind: 'follow-up', groups: first('Sent'), at: 1_900_000_000 })],
  ['FU-16 another time', () => ({ kind: 'follow-up', groups: waiting(), at: 1_900_000_000 })],
  ['FU-16 waiting no longer', () => ({ kind: 'follow-up', groups: waiting(), at: null })],
  [
    'PM-8 pinning',
    () => ({ kind: 'pin', groups: [{ folderId: 'inbox', threads: rows('INBOX').slice(-1) }], on: true }),
  ],
  ['PM-8 muting', () => ({ kind: 'mute', groups: first('INBOX', 2), on: true })],
  ['OR-11 restoring', () => ({ kind: 'restore', groups: first('Trash', 2) })],
  [
    'TD-14 deleting one message of several',
    () => {
      const thread = rows('INBOX')[0] as Thread;
      return { kind: 'delete-message', thread, messageId: thread.message_ids[1] as string, folderId: 'sent' };
    },
  ],
  [
    'TD-14 deleting the only message',
    () => {
      const thread = rows('INBOX')[1] as Thread;
      return {
        kind: 'delete-message',
        thread,
        messageId: thread.message_ids[0] as string,
        folderId: 'inbox',
      };
    },
  ],
];

const FOR_GOOD: [string, () => Operation][] = [
  ['OR-7 deleting for good from Trash', () => ({ kind: 'delete-for-good', groups: first('Trash', 2) })],
  ['OR-7 deleting for good from Junk', () => ({ kind: 'delete-for-good', groups: first('Junk') })],
];

describe('an act', () => {
  test.each([...ACTS, ...FOR_GOOD])(
    '%s shows at once what the server makes of it',
    async (name, operation) => {
      const before = shown();
      const act = model.act(operation());
      const atOnce = shown();
      await clock.advance(10);
      expect(await act.settled).toBe(true);
      expect(shown()).toEqual(truth());
      expect(atOnce).not.toEqual(name.includes('of several') ? null : before);
      if (!name.includes('of several')) expect(atOnce).toEqual(shown());
    },
  );

  test.each(ACTS)('OR-5 %s can be taken back, on the screen at once', async (_name, operation) => {
    const before = shown();
    const act = model.act(operation());
    await clock.advance(10);
    const undone = act.undo();
    expect(shown()).toEqual(before);
    expect(await undone).toBe(true);
    await clock.advance(10);
    expect(shown()).toEqual(before);
    expect(truth()).toEqual(before);
    expect(await act.undo()).toBe(false);
  });

  test.each(ACTS)('OR-5 %s can be taken back while it is under way', async (_name, operation) => {
    const before = shown();
    server.delay = 1000;
    const act = model.act(operation());
    expect(await act.undo()).toBe(true);
    const seen: unknown[] = [];
    model.subscribe(() => seen.push(shown()));
    expect(shown()).toEqual(before);
    await clock.advance(30_000);
    expect(seen.length).toBeGreaterThan(0);
    for (const moment of seen) expect(moment).toEqual(before);
    expect(truth()).toEqual(before);
  });

  test.each(ACTS)('OR-5 %s can be taken back when its first answer was lost', async (_name, operation) => {
    const before = shown();
    let lost = 0;
    server.fate = (name) => (!/^(get|list)/.test(name) && lost++ === 0 ? 'lost-after' : 'fine');
    const act = model.act(operation());
    await clock.advance(10);
    await act.undo();
    expect(shown()).toEqual(before);
    await clock.advance(60_000);
    expect(truth()).toEqual(before);
    expect(shown()).toEqual(before);
  });

  test.each([...ACTS, ...FOR_GOOD])(
    'OR-14 OR-15 %s is rolled back when it is refused, and told',
    async (_name, make) => {
      const before = shown();
      server.fate = (name) => (/^(get|list)/.test(name) ? 'fine' : 'refused');
      const operation = make();
      const act = model.act(operation);
      await clock.advance(10);
      expect(await act.settled).toBe(false);
      expect(shown()).toEqual(before);
      expect(started.events).toMatchObject([
        { kind: 'operation-refused', operation: { kind: operation.kind }, undoing: false },
      ]);
      expect(await act.undo()).toBe(false);
    },
  );

  test.each(['when it was done', 'while it is under way'])(
    'OR-10 not spam that is taken back %s blocks its sender again',
    async (moment) => {
      const sieve_json = '{"type":"auto_mark_spam","from":"minh@saomai.example"}';
      const api = server.clientOf();
      const { data: rule } = await api.createRule({ body: { is_enable: false, sieve_json } });
      server.delay = 1000;
      const act = model.act({ kind: 'not-spam', groups: first('Junk') });
      if (moment === 'when it was done') {
        await clock.advance(5000);
        expect([...server.rules.values()]).toEqual([]);
      }
      expect(await act.undo()).toBe(true);
      await clock.advance(5000);
      expect([...server.rules.values()]).toEqual([rule]);
      expect(shown()).toEqual(truth());
    },
  );

  test.each(FOR_GOOD)('%s can not be taken back', async (_name, operation) => {
    const act = model.act(operation());
    await clock.advance(10);
    expect(await act.undo()).toBe(false);
  });
});

describe('acts on the same thread in a row', () => {
  test('OR-15 of quick changes of mind the last one wins, and no two calls are under way', async () => {
    server.delay = 1000;
    const [thread] = rows('INBOX').slice(2);
    for (const starred of [true, false, true, false, true]) {
      model.act({ kind: 'star', thread: thread as Thread, starred });
    }
    await clock.advance(20_000);
    expect(server.calls.filter((call) => call.name === 'starThread')).toHaveLength(2);
    expect(server.mailbox.rowsOf(thread?.id ?? '').get('inbox')?.starred).toBe(true);
  });

  test('FO-13 counts follow a mark and a move of the thread, also when the mark is refused', async () => {
    const groups = [{ folderId: 'inbox', threads: rows('INBOX').slice(1, 2) }];
    server.delay = 1000;
    server.fate = (name) => (name === 'markThreads' ? 'refused' : 'fine');
    model.act({ kind: 'mark', groups, unread: false });
    model.act({ kind: 'move', groups, toFolderId: 'work' });
    expect(model.folderByPath('INBOX')).toMatchObject({ unread_threads: 3, total_threads: 5 });
    expect(model.folderByPath('Work')).toMatchObject({ unread_threads: 0, total_threads: 1 });
    await clock.advance(20_000);
    expect(shown()).toEqual(truth());
    expect(model.folderByPath('Work')).toMatchObject({ unread_threads: 1, total_threads: 1 });
  });

  test('OR-5 several steps are taken back, the latest first', async () => {
    const before = shown();
    const acts = [
      model.act({ kind: 'mark', groups: first('INBOX', 2), unread: false }),
      model.act({ kind: 'move', groups: first('INBOX', 1), toFolderId: 'home' }),
      model.act({ kind: 'restore', groups: first('Trash') }),
    ];
    await clock.advance(10);
    for (const act of acts.reverse()) expect(await act.undo()).toBe(true);
    await clock.advance(10);
    expect(shown()).toEqual(before);
    expect(truth()).toEqual(before);
  });

  test('OR-15 in Starred a thread without its star stays until the list is loaded again', async () => {
    const [thread] = model.list(STARRED_PAGE).threads;
    model.act({ kind: 'star', thread: thread as Thread, starred: false });
    await clock.advance(10);
    expect(model.list(STARRED_PAGE)).toMatchObject({
      total: 0,
      threads: [{ id: thread?.id, starred: false }],
    });
    const refreshed = model.refreshList(STARRED_PAGE);
    await clock.advance(10);
    await refreshed;
    expect(model.list(STARRED_PAGE).threads).toEqual([]);
  });
});
