import type { Thread } from '@bocau/contract/threads.ts';
import { describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../engine/test-kit/manual-clock.ts';
import { createRandom, type Random } from '../engine/test-kit/random.ts';
import type { Act, MailModel, PageRef } from './mail-model.ts';
import type { Operation } from './operations/operation.ts';
import { createFakeServer, type FakeServer, type Fate } from './test-kit/fake-server.ts';
import { folderPage, STARRED_PAGE, startModel } from './test-kit/start-model.ts';

const FOLDERS = ['INBOX', 'Work', 'Home', 'Junk', 'Trash'];
const PAGES: PageRef[] = [
  ...FOLDERS.map((path) => folderPage(path)),
  folderPage('INBOX', 10),
  folderPage('Work', 10),
];
const LABEL_PAGES: PageRef[] = ['l1', 'l2'].map((id) => ({
  list: { kind: 'label', id },
  offset: 0,
  limit: 10,
}));
const ACTS = 200;
const LOSSES: Fate[] = ['lost-before', 'lost-after', 'unavailable'];

function fill(server: FakeServer, threads: number): void {
  for (const name of ['Khách hàng', 'Dự án']) server.mailbox.addLabel(name);
  const folders = ['inbox', 'inbox', 'inbox', 'work', 'home', 'junk', 'trash'];
  for (let thread = 0; thread < threads; thread++) {
    const folderId = folders[thread % folders.length] as string;
    server.mailbox.receive({
      folderId,
      unread: thread % 3 !== 0,
      oldFolderId: folderId === 'trash' ? 'inbox' : null,
    });
  }
}

function idOf(path: string): string {
  return path.toLowerCase();
}

function randomAct(random: Random, model: MailModel): Operation | null {
  const page = random.pick(PAGES);
  const folderId = page.list.kind === 'folder' ? idOf(page.list.path) : '';
  const rows = model.list(page).threads;
  if (rows.length === 0) return null;
  const first = random.pick(rows);
  const threads = random.chance(0.3) ? [...new Set([first, random.pick(rows)])] : [first];
  const groups = [{ folderId, threads }];
  const choice = random.below(12);
  if (choice < 3) return { kind: 'mark', groups, unread: random.chance(0.5) };
  if (choice < 5) return { kind: 'star', thread: first, starred: random.chance(0.6) };
  if (folderId === 'trash') {
    return random.chance(0.8) ? { kind: 'restore', groups } : { kind: 'delete-for-good', groups };
  }
  if (folderId === 'junk') {
    return random.chance(0.8) ? { kind: 'not-spam', groups } : { kind: 'delete-for-good', groups };
  }
  if (choice >= 10) {
    const [add, remove] = random.chance(0.6) ? [['l1'], ['l2']] : [[], ['l1']];
    return { kind: 'label', groups, add, remove };
  }
  if (choice < 7) return { kind: 'move', groups, toFolderId: random.pick(['inbox', 'work', 'home']) };
  if (choice < 8) return { kind: 'spam', groups };
  if (choice < 9) return { kind: 'delete', groups };
  const messageId = first.message_ids.at(-1) as string;
  return { kind: 'delete-message', thread: first, messageId, folderId };
}

function expectSame(model: MailModel, server: FakeServer): void {
  const { mailbox } = server;
  for (const page of PAGES) {
    if (page.list.kind !== 'folder') continue;
    const listId = idOf(page.list.path);
    const rows = mailbox.list(listId).slice(page.offset, page.offset + page.limit);
    expect(model.list(page).threads, `${page.list.path} from ${page.offset}`).toEqual(rows);
    const counts = mailbox.counts(listId);
    expect(model.list(page)).toMatchObject({ total: counts.total_threads, unread: counts.unread_threads });
    expect(model.folderById(listId), page.list.path).toMatchObject(counts);
  }
  for (const page of LABEL_PAGES) {
    const id = page.list.kind === 'label' ? page.list.id : '';
    expect(model.list(page).threads, id).toEqual(mailbox.list(id).slice(0, page.limit));
    const { total_threads: total, unread_threads: unread } = mailbox.counts(id);
    expect(model.list(page)).toMatchObject({ total, unread });
    expect(model.labels().find((label) => label.id === id)).toMatchObject({ total, unread });
  }
  expect(model.starredCounts()).toEqual(mailbox.counts('Starred'));
}

async function undoLatest(acts: Act[]): Promise<void> {
  for (let act = acts.pop(); act; act = acts.pop()) if (await act.undo()) return;
}

async function settleAll(server: FakeServer, clock: ManualClock): Promise<void> {
  server.fate = () => 'fine';
  server.setUp(true);
  await clock.advance(200_000);
}

describe('acts at random, on a network that delays, reorders and fails', () => {
  test.each([
    [1, 'conversations'],
    [3, 'single messages'],
    [4, 'both in turn'],
  ] as const)(
    'OR-14 OR-15 OR-18 FO-13 LB-5 two tabs and the server agree in the end (seed %i, rows of %s)',
    async (seed, form) => {
      const clock = createManualClock();
      const server = createFakeServer(clock, seed);
      const random = createRandom(seed * 7919);
      fill(server, 70);
      let single = form === 'single messages';
      if (single) server.mailbox.showMessages(true);
      server.delay = 2500;
      const tabs = [
        await startModel(server, clock, { tabId: 'one' }),
        await startModel(server, clock, { tabId: 'two' }),
      ];
      for (const { model } of tabs)
        for (const page of [...PAGES, ...LABEL_PAGES, STARRED_PAGE]) model.holdList(page);
      await clock.advance(20_000);
      server.fate = (name) => {
        if (!random.chance(0.2)) return 'fine';
        return random.pick(/^(get|list)/.test(name) ? LOSSES : [...LOSSES, 'refused']);
      };

      let begun = 0;
      const actsOf = new Map(tabs.map(({ model }): [MailModel, Act[]] => [model, []]));
      while (begun < ACTS) {
        const { model } = random.pick(tabs);
        const operation = randomAct(random, model);
        if (operation) {
          actsOf.get(model)?.push(model.act(operation));
          begun++;
        }
        if (random.chance(0.15)) await undoLatest(actsOf.get(model) ?? []);
        if (random.chance(0.1)) server.mailbox.receive();
        if (random.chance(0.05)) {
          const reply = random.pick([...server.mailbox.messages.values()]);
          server.mailbox.receive({
            threadId: reply.threadId,
            folderId: random.chance(0.5) ? 'sent' : 'inbox',
          });
        }
        if (random.chance(0.02)) server.setUp(!server.isUp);
        if (!server.isUp && random.chance(0.1)) server.setUp(true);
        if (random.chance(0.01)) server.mailbox.forgetJournal();
        if (form === 'both in turn' && random.chance(0.05)) {
          single = !single;
          server.mailbox.showMessages(single);
        }
        await clock.advance(random.below(1500));
      }
      await settleAll(server, clock);

      for (const { model } of tabs) {
        expect(model.connection().state).toBe('online');
        expectSame(model, server);
      }
      expect(tabs[0]?.model.list(STARRED_PAGE).total).toBe(server.mailbox.counts('Starred').total_threads);
    },
  );
});

/** The expected screen, at once and from then on: the same operations on a mailbox without latency. */
function actOn(mailbox: FakeServer['mailbox'], operation: Operation): void {
  if (operation.kind === 'star') mailbox.star(operation.thread.id, operation.starred);
  else if (!('groups' in operation)) throw new Error(`${operation.kind} is not played here`);
  else
    for (const { folderId, threads } of operation.groups) {
      const ids = threads.map((thread) => thread.id);
      if (operation.kind === 'mark') mailbox.mark(ids, folderId, operation.unread);
      else if (operation.kind === 'move') mailbox.move(ids, folderId, operation.toFolderId);
      else if (operation.kind === 'spam') mailbox.move(ids, folderId, 'junk');
      else if (operation.kind === 'not-spam') mailbox.move(ids, 'junk', 'inbox');
      else if (operation.kind === 'restore') mailbox.restore(ids);
      else if (operation.kind === 'label') mailbox.labelThreads(ids, operation.add, operation.remove);
      else mailbox.remove(ids, folderId);
    }
}

describe('what the screen shows meanwhile', () => {
  test.each([
    [11, false],
    [12, false],
    [14, true],
  ])(
    'OR-14 OR-15 FO-13 is at every moment what the acts make of the mailbox: nothing flashes back (seed %i, single messages %s)',
    async (seed, single) => {
      const clock = createManualClock();
      const server = createFakeServer(clock, seed);
      const ideal = createFakeServer(clock, seed).mailbox;
      const random = createRandom(seed * 104_729);
      fill(server, 70);
      fill({ ...server, mailbox: ideal }, 70);
      for (const mailbox of [server.mailbox, ideal]) mailbox.showMessages(single);
      server.delay = 2500;
      const { model } = await startModel(server, clock);
      for (const page of [...PAGES, ...LABEL_PAGES]) model.holdList(page);
      await clock.advance(20_000);
      server.fate = () => (random.chance(0.2) ? random.pick(LOSSES) : 'fine');

      let comparisons = 0;
      let acting = false;
      const flashes: string[] = [];
      model.subscribe(() => {
        if (acting) return;
        comparisons++;
        for (const path of FOLDERS) {
          const { total_threads, unread_threads } = model.folderByPath(path) ?? {};
          const counts = ideal.counts(idOf(path));
          if (total_threads !== counts.total_threads || unread_threads !== counts.unread_threads) {
            flashes.push(
              `${path} counts ${unread_threads}/${total_threads}, not ${counts.unread_threads}/${counts.total_threads}`,
            );
          }
          flashes.push(...wrongRows(model.list(folderPage(path)).threads, ideal.list(idOf(path))));
        }
      });

      for (let begun = 0; begun < ACTS; ) {
        const operation = randomAct(random, model);
        if (operation && operation.kind !== 'delete-message') {
          begun++;
          acting = true;
          actOn(ideal, operation);
          acting = false;
          model.act(operation);
        }
        if (random.chance(0.03)) server.setUp(!server.isUp);
        if (!server.isUp && random.chance(0.2)) server.setUp(true);
        await clock.advance(random.below(1200));
        expect(flashes).toEqual([]);
      }
      await settleAll(server, clock);
      expect(flashes).toEqual([]);
      expect(comparisons).toBeGreaterThan(ACTS);
      expectSame(model, server);
    },
  );
});

/** Rows that should not be there, or have wrong marks. */
function wrongRows(shown: readonly Thread[], ideal: readonly Thread[]): string[] {
  const rows = new Map(ideal.map((row) => [row.id, row]));
  return shown.flatMap((row) => {
    const right = rows.get(row.id);
    if (!right) return `${row.id} stands in a list that it has left`;
    if (right.unread !== row.unread) return `${row.id} is shown ${row.unread ? 'unread' : 'read'}`;
    if (String(right.label_ids ?? []) !== String(row.label_ids ?? [])) return `${row.id} has other labels`;
    if (right.starred !== row.starred) return `${row.id} is shown ${row.starred ? '' : 'not '}starred`;
    return [];
  });
}
