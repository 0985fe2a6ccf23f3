import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { attachedPdf, fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const NOW = Date.UTC(2026, 10, 20, 2) / 1000;
const SENDERS = ['Đặng Minh', 'Dương Lan', 'An Bình', 'Ông Tư', 'Oanh'];
const BY_NAME = ['An Bình', 'Dương Lan', 'Đặng Minh', 'Oanh', 'Ông Tư'];

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
  const mails = Array.from({ length: 30 }, (_, n): MailGiven => {
    const name = SENDERS[n % SENDERS.length] as string;
    return {
      subject: `Thư ${n}`,
      sender: { name, email: `x${n % SENDERS.length}@c.vn` },
      size: 1000 + ((n * 7) % 10) * 100,
      receivedAt: NOW - n * 60,
      unread: n % 3 === 0,
      starred: n % 4 === 0,
      attachments: n % 5 === 0 ? [attachedPdf('a.pdf')] : [],
    };
  });
  await fileMails(server.context, mailbox, mails);
});
afterAll(() => server.close());

type Query = NonNullable<Parameters<typeof lanAnh.listThreads>[0]>['query'];
const inbox = (query: Query) => lanAnh.listThreads({ query: { in: 'INBOX', limit: '7', ...query } });

/** All pages, once by cursor and once by number; both must agree. */
async function all(query: Query) {
  const byCursor = [];
  const byNumber = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await inbox({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    byCursor.push(...data);
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  for (let offset = 0; offset < byCursor.length; offset += 7)
    byNumber.push(...(await inbox({ ...query, offset: `${offset}` })).data);
  expect(byNumber).toEqual(byCursor);
  return byCursor;
}

const sizesOf = (rows: { size: number }[]) => rows.map(({ size }) => size);
const timesOf = (rows: { date: number }[]) => rows.map(({ date }) => date);
const down = (numbers: number[]) => numbers.toSorted((a, b) => b - a);

describe('a folder', () => {
  test('TL-11 AP-13 by size has the largest first, and the other way round, every conversation once', async () => {
    const rows = await all({ sort: 'size' });
    expect(rows).toHaveLength(30);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(30);
    expect(sizesOf(rows)).toEqual(down(sizesOf(rows)));
    expect(rows[0]?.size).toBe(1900);
    expect(await all({ sort: 'size_asc' })).toEqual(rows.toReversed());
  });

  test.each(['sender', 'sender_desc'] as const)(
    'TL-11 AP-13 by %s follows the names as they are shown, of one sender the newest first',
    async (sort) => {
      const rows = await all({ sort });
      const bySender = Map.groupBy(rows, ({ from }) => from.name);
      expect([...bySender.keys()]).toEqual(sort === 'sender' ? BY_NAME : BY_NAME.toReversed());
      expect(rows.map(({ from }) => from.name)).toEqual(
        [...bySender.values()].flat().map(({ from }) => from.name),
      );
      for (const own of bySender.values()) expect(timesOf(own)).toEqual(down(timesOf(own)));
    },
  );

  test('TL-11 comes by date, and says so, while rows of an earlier release are made anew', async () => {
    const setFinished = (finished: boolean) =>
      server.context.db
        .updateTable('derived_versions')
        .set({ finished })
        .where('mailbox_id', '=', mailbox)
        .where('what', '=', 'cards')
        .execute();
    await setFinished(false);
    for (const shown of [{}, { is_read: 'true' }, { from_addr: 'Đặng' }] as Query[]) {
      const { data, meta } = await inbox({ ...shown, sort: 'size' });
      expect(meta.sort_pending).toBe(true);
      expect(data).toEqual((await inbox({ ...shown })).data);
    }
    await setFinished(true);
    expect((await inbox({ sort: 'size' })).meta.sort_pending).toBeUndefined();
  });

  test('AP-13 counts all of itself, and knows no cursor of another order', async () => {
    const { meta } = await inbox({ sort: 'sender' });
    expect(meta).toMatchObject({ total: 30, unread: 10 });
    const cursor = meta.next_cursor ?? '';
    for (const sort of ['size', 'sender_desc'] as const)
      await expect(inbox({ sort, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(inbox({ in: 'Không có', sort: 'size' })).rejects.toMatchObject({ code: 'folder_not_found' });
  });

  test('TL-11 keeps its order when it is narrowed: by marks all of it, by what is searched the newest', async () => {
    const marked: Query[] = [
      { is_read: 'false' },
      { is_read: 'true' },
      { is_star: 'true' },
      { has_attachment: 'true' },
    ];
    for (const marks of marked) {
      const rows = await all({ ...marks, sort: 'size' });
      const newest = await all(marks);
      expect(sizesOf(rows)).toEqual(down(sizesOf(newest)));
      expect((await all({ ...marks, sort: 'sender_desc' })).map(({ id }) => id).sort()).toEqual(
        newest.map(({ id }) => id).sort(),
      );
    }
    const found = await all({ from_addr: 'Đặng', sort: 'size' });
    expect(found).toHaveLength(6);
    expect(sizesOf(found)).toEqual(down(sizesOf(found)));
    const dated = await all({ start_date: `${NOW - 600}`, sort: 'sender' });
    expect([...new Set(dated.map(({ from }) => from.name))]).toEqual(BY_NAME);
  });

  test('TL-11 grows by an answer, and names in Sent whom it was sent to', async () => {
    await fileMails(server.context, mailbox, [
      {
        subject: 'Hỏi',
        messageId: 'hoi@c.vn',
        size: 2000,
        receivedAt: NOW,
        sender: { name: 'Vũ', email: 'v@c.vn' },
      },
    ]);
    await fileMails(server.context, mailbox, [
      {
        subject: 'Re: Hỏi',
        inReplyTo: 'hoi@c.vn',
        size: 3000,
        receivedAt: NOW + 60,
        sender: { name: 'Bảo', email: 'b@c.vn' },
      },
    ]);
    expect((await inbox({ sort: 'size' })).data[0]).toMatchObject({ subject: 'Hỏi', size: 5000 });
    await fileMails(server.context, mailbox, [
      { subject: 'Một', folder: 'Sent', to: ['vu@c.vn'] },
      { subject: 'Hai', folder: 'Sent', to: ['ba@c.vn'] },
    ]);
    const { data } = await lanAnh.listThreads({ query: { in: 'Sent', sort: 'sender' } });
    expect(data.map(({ subject }) => subject)).toEqual(['Hai', 'Một']);
    const starred = await lanAnh.listThreads({ query: { in: 'Starred', sort: 'size', limit: '50' } });
    expect(sizesOf(starred.data)).toEqual(down(sizesOf(starred.data)));
    expect(starred.data).toHaveLength(8);
    expect(await recount(server.context.db, mailbox)).toEqual([]);
  });
});
