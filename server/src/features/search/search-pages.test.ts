import type { InputOf } from '@bocau/contract/endpoint.ts';
import type { listThreads } from '@bocau/contract/threads.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { attachedPdf, fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

type Query = NonNullable<InputOf<typeof listThreads>['query']>;

const THREADS = 320;
const NOW = Date.UTC(2026, 10, 20, 2) / 1000;
const DAY = 86_400;
let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
  await fileMany();
});
afterAll(() => server.close());

/** Threads of one or two messages over two years, so that a thread's messages are on different pages. */
async function fileMany(): Promise<void> {
  const random = prng('pages');
  const mails: MailGiven[] = [];
  for (let n = 0; n < THREADS; n += 1) {
    for (let reply = 0; reply <= n % 2; reply += 1) {
      mails.push({
        subject: `Kho ${n}`,
        messageId: `${n}-${reply}@x.example`,
        references: reply === 0 ? [] : [`${n}-0@x.example`],
        // Few distinct times: pages end between messages of the same second.
        receivedAt: NOW - random.int(0, 200) * 3 * DAY,
        folder: random.chance(0.8) ? 'INBOX' : 'Sent',
      });
    }
  }
  await fileMails(server.context, mailbox, mails);
}

async function walkPages(query: Query): Promise<{ ids: string[]; totals: Set<number> }> {
  const ids: string[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const { data, meta } = await lanAnh.listThreads({
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
    });
    ids.push(...data.map((thread) => thread.id));
    totals.add(meta.total);
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { ids, totals };
}

/** Copies of a message, each a thread of its own. */
async function copyMessages(subject: string, count: number): Promise<void> {
  await sql`
    with given as (
      select m as message, s as search, r as list_row from messages m
      join message_search s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
      join list_rows r on r.mailbox_id = m.mailbox_id and r.thread_id = m.thread_id
      where m.mailbox_id = ${mailbox} and m.subject = ${subject} limit 1
    ), ids as materialized (select gen_random_uuid() as id from generate_series(1, ${count}::integer)
    ), copied as (
      insert into messages select (jsonb_populate_record(message, jsonb_build_object('id', ids.id, 'thread_id', ids.id))).*
      from given, ids
    ), indexed as (
      insert into message_search (mailbox_id, message_id, received_at, words)
      select (search).mailbox_id, ids.id, (search).received_at, (search).words from given, ids
    )
    insert into list_rows select (list_row).mailbox_id, (list_row).folder_id, ids.id, (list_row).last_at,
      (list_row).unread, (list_row).starred, (list_row).card
    from given, ids`.execute(server.context.db);
}

describe('the pages of a search', () => {
  test('AP-13 have every thread once, by cursor and by offset', async () => {
    const all: Query[] = [
      { q: 'kho' },
      { size: 'over:0K' },
      { q: 'kho', sort: 'defaultSort' },
      { q: 'kho', is_read: 'false' },
    ];
    for (const query of all) {
      const { ids, totals } = await walkPages({ ...query, limit: '41' });
      expect(ids).toHaveLength(THREADS);
      expect(new Set(ids).size).toBe(THREADS);
      expect([...totals]).toEqual([THREADS]);
      const offset = await lanAnh.listThreads({ query: { ...query, limit: '50', offset: '100' } });
      expect(offset.data.map((thread) => thread.id)).toEqual(ids.slice(100, 150));
    }
  });

  test('AP-13 TL-11 a filter of a folder shows what its list shows, in that order', async () => {
    const listed = (await lanAnh.listThreads({ query: { in: 'INBOX', limit: '100' } })).data.map(
      ({ id }) => id,
    );
    const starred = listed.filter((_id, place) => place % 4 === 0);
    const read = listed.filter((_id, place) => place % 3 === 0);
    for (const id of starred) await lanAnh.starThread({ params: { id }, body: { starred: true } });
    await lanAnh.markThreads({ body: { ids: read, unread: false } });
    const filters: [Query, string[], number][] = [
      [{ is_star: 'true' }, starred, starred.length],
      [{ is_read: 'true' }, read, read.length],
      [{ is_star: 'true', is_read: 'true' }, starred.filter((id) => read.includes(id)), 9],
      [{ q: 'là:"có sao"' }, starred, starred.length],
    ];
    for (const [query, expected, total] of filters) {
      const found = await walkPages({ in: 'INBOX', ...query, limit: '7' });
      expect(found.ids).toEqual(expected);
      expect([...found.totals]).toEqual([total]);
      const later = await lanAnh.listThreads({ query: { in: 'INBOX', ...query, limit: '5', offset: '3' } });
      expect(later.data.map(({ id }) => id)).toEqual(expected.slice(3, 8));
    }
    await lanAnh.markThreads({ body: { ids: read, unread: true } });
    for (const id of starred) await lanAnh.starThread({ params: { id }, body: { starred: false } });
  });

  test('AP-13 TL-22 the filter by files shows the rows with the sign, and a whole-list act goes to them', async () => {
    const file = attachedPdf('bảng kê.pdf');
    const at = (minutes: number) => NOW + minutes * 60;
    await fileMails(server.context, mailbox, [
      { subject: 'Tệp đến', messageId: 'f1@x.example', receivedAt: at(1), attachments: [file] },
      { subject: 'Re: Tệp đến', references: ['f1@x.example'], receivedAt: at(5), unread: true },
      { subject: 'Tệp đi', messageId: 'f2@x.example', receivedAt: at(2) },
      {
        subject: 'Re: Tệp đi',
        references: ['f2@x.example'],
        receivedAt: at(3),
        folder: 'Sent',
        attachments: [file],
      },
      { subject: 'Không tệp', receivedAt: at(4) },
    ]);
    const listed = (await lanAnh.listThreads({ query: { in: 'INBOX', limit: '100' } })).data;
    const withFiles = listed.filter((thread) => thread.has_attachments).map(({ subject }) => subject);
    expect(withFiles).toEqual(['Tệp đến', 'Tệp đi']);
    const pages = await walkPages({ in: 'INBOX', has_attachment: 'true', limit: '1' });
    expect(pages.ids).toEqual(listed.filter((thread) => thread.has_attachments).map(({ id }) => id));
    expect([...pages.totals]).toEqual([2]);
    const { data } = await lanAnh.startBulk({
      body: { where: { in: 'INBOX', has_attachment: true }, action: 'star' },
    });
    expect((await lanAnh.getBulk({ params: { id: data.id } })).data.total).toBe(2);
    await runJobsUntilIdle(server.context);
    const starred = await lanAnh.listThreads({ query: { in: 'INBOX', is_star: 'true' } });
    expect(starred.data.map(({ subject }) => subject)).toEqual(['Tệp đến', 'Tệp đi']);
  });

  test('AP-13 a cursor of another list, or of nobody, is refused', async () => {
    const { meta } = await lanAnh.listThreads({ query: { in: 'INBOX', limit: '5' } });
    const ranked = await lanAnh.listThreads({ query: { q: 'kho', sort: 'defaultSort', limit: '5' } });
    for (const cursor of ['x', meta.next_cursor ?? '', ranked.meta.next_cursor ?? '', 'WzFd']) {
      await expect(lanAnh.listThreads({ query: { q: 'kho', cursor } })).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    }
  });

  test('AP-13 stay whole while mail arrives', async () => {
    const first = await lanAnh.listThreads({ query: { q: 'kho', limit: '100' } });
    const later = first.data[99]?.id;
    await fileMails(server.context, mailbox, [{ subject: 'Kho mới', receivedAt: NOW + 9 }]);
    await fileMails(server.context, mailbox, [
      { subject: 'Re: Kho 5', references: ['5-0@x.example'], receivedAt: NOW + 9 },
    ]);
    const ids = first.data.map((thread) => thread.id);
    let cursor = first.meta.next_cursor;
    while (cursor !== null) {
      const { data, meta } = await lanAnh.listThreads({ query: { q: 'kho', limit: '100', cursor } });
      ids.push(...data.map((thread) => thread.id));
      cursor = meta.next_cursor;
    }
    expect(later).toBeDefined();
    expect(ids).toHaveLength(THREADS);
    expect(new Set(ids).size).toBe(THREADS);
  });

  test('AP-13 a search counts up to a bound, and says so', async () => {
    // One mail copied in the database: only their number matters.
    await fileMails(server.context, mailbox, [{ subject: 'Bãi xe', receivedAt: NOW - DAY }]);
    await copyMessages('Bãi xe', 1099);
    const { meta } = await lanAnh.listThreads({ query: { q: 'bai' } });
    expect(meta).toMatchObject({ total: 1100, unread: 1100, total_is_capped: false });
    await copyMessages('Bãi xe', 1500);
    const capped = await lanAnh.listThreads({ query: { q: 'bai' } });
    expect(capped.meta).toMatchObject({ total: 1000, unread: 1000, total_is_capped: true });
    // Whether words are adjacent takes longer to check.
    const together = await lanAnh.listThreads({ query: { q: 'bai xe' } });
    expect(together.meta).toMatchObject({ total: 420, unread: 420, total_is_capped: true });
    const counted = await lanAnh.listThreads({ query: { q: 'bai xe', count_only: 'true' } });
    expect(counted.meta).toMatchObject({ total: 1000, unread: 1000, total_is_capped: true });
    expect(capped.meta.next_cursor).not.toBeNull();
  });

  test('AP-13 SB-14 words together that are rare are counted hardly further than the page', async () => {
    const COUNT = 80;
    const mails = Array.from({ length: COUNT }, (_, n) => ({
      subject: `Sân ga ${n}`,
      receivedAt: NOW - n * 10 * DAY,
    }));
    await fileMails(server.context, mailbox, mails);
    const first = await lanAnh.listThreads({ query: { q: 'san ga', limit: '20' } });
    expect(first.data.map(({ subject }) => subject)).toEqual(
      mails.slice(0, 20).map(({ subject }) => subject),
    );
    expect(first.meta).toMatchObject({ total: 30, total_is_capped: true });
    const { words } = first.meta;
    const counted = await lanAnh.listThreads({ query: { q: 'san ga', count_only: 'true', words } });
    expect(counted).toMatchObject({
      data: [],
      meta: { total: COUNT, unread: COUNT, total_is_capped: false },
    });
    const { ids, totals } = await walkPages({ q: 'san ga', limit: '20' });
    expect(new Set(ids).size).toBe(COUNT);
    expect([...totals]).toEqual([30]);
    const offset = await lanAnh.listThreads({ query: { q: 'san ga', limit: '20', offset: '50' } });
    expect(offset.data.map(({ id }) => id)).toEqual(ids.slice(50, 70));
  });
});
