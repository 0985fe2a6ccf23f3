import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { attachedPdf, fileMail, fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;
const NOW = Date.UTC(2026, 10, 20, 2) / 1000;
const DAY = 86_400;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
});
afterAll(() => server.close());

/** Each test has the mailbox for itself. */
beforeEach(async () => {
  for (const table of [
    'messages',
    'message_search',
    'message_contents',
    'attachments',
    'list_rows',
    'threads',
    'thread_keys',
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(server.context.db);
  }
});

type Query = NonNullable<Parameters<typeof lanAnh.listThreads>[0]['query']>;

const file = (given: MailGiven) => fileMail(server.context, mailbox, given);

async function subjects(query: Query): Promise<string[]> {
  const { data } = await lanAnh.listThreads({ query });
  return data.map((thread) => thread.subject);
}

async function folderId(name: string): Promise<string> {
  const { data } = await lanAnh.listFolders({});
  return data.find((folder) => folder.name === name)?.id as string;
}

describe('words', () => {
  test.each([
    ['hop dong', 'Hợp đồng thuê kho'],
    ['HỢP ĐỒNG', 'Hợp đồng thuê kho'],
    ['hợp dong', 'Hợp đồng thuê kho'],
    ['kho hop', 'Hợp đồng thuê kho'],
    ['don hang', 'Đơn Hàng 7'],
    ['hợp đồng'.normalize('NFD'), 'Hợp đồng thuê kho'],
    ['"thue kho"', 'Hợp đồng thuê kho'],
    ['hang 7', 'Đơn Hàng 7'],
    ['thue-kho', 'Hợp đồng thuê kho'],
  ])('SB-14 %s finds %s', async (q, subject) => {
    await file({ subject: 'Hợp đồng thuê kho' });
    await file({ subject: 'Đơn Hàng 7' });
    expect(await subjects({ q })).toEqual([subject]);
  });

  const nowhere = ['hop do', 't', 'thuê nhà', 'hơp đông', 'hợp động', '"hop thue"', '"kho thue"'];
  test.each(['ho dong', 'khohop', 'dong xx', '!!!', ...nowhere])('SB-14 %s finds nothing', async (q) => {
    await file({ subject: 'Hợp đồng thuê kho' });
    expect(await subjects({ q })).toEqual([]);
  });

  test('SB-12 q looks in names, addresses, subject, body and attachment names', async () => {
    await file({ subject: '1', sender: { name: 'Trần Minh', email: 'minh@kho.example' } } as MailGiven);
    await file({ subject: '2', to: ['kinhdoanh@bienxanh.example'] });
    await file({ subject: '3', text: 'Phụ lục kèm theo' });
    await file({ subject: '4', attachments: [attachedPdf('Bảng kê quý.pdf')] });
    expect(await subjects({ q: 'tran' })).toEqual(['1']);
    expect(await subjects({ q: 'minh@kho.example' })).toEqual(['1']);
    expect(await subjects({ q: 'kinhdoanh' })).toEqual(['2']);
    expect(await subjects({ q: 'phu luc' })).toEqual(['3']);
    expect(await subjects({ q: 'bang ke' })).toEqual(['4']);
    expect(await subjects({ q: 'pdf' })).toEqual(['4']);
  });

  test('SB-12 term looks in subject and body, subject in the subject alone', async () => {
    await file({ subject: 'Kho hàng', from: 'x@bienxanh.example' });
    await file({ subject: 'Khác', text: 'về kho hàng' });
    await file({ subject: 'Người', from: 'kho@bienxanh.example' });
    expect((await subjects({ term: 'kho' })).sort()).toEqual(['Kho hàng', 'Khác']);
    expect(await subjects({ subject: 'kho' })).toEqual(['Kho hàng']);
    expect(await subjects({ from_addr: 'kho' })).toEqual(['Người']);
    expect(await subjects({ q: 'subject:kho' })).toEqual(['Kho hàng']);
  });

  test('SB-12 an excluded word or sender, and one of several, alone or beside other words', async () => {
    await file({ from: 'lan@minhphat.example', subject: 'Báo giá thép', text: 'bản nháp' });
    await file({ from: 'hung@minhphat.example', subject: 'Báo giá xi măng', text: 'bản chính' });
    await file({ from: 'ha@minhphat.example', subject: 'Hợp đồng thuê kho', text: 'bản chính' });
    const found = async (q: string) => (await subjects({ q })).sort();
    const [steel, cement, store] = ['Báo giá thép', 'Báo giá xi măng', 'Hợp đồng thuê kho'];
    expect(await found('báo giá -nháp')).toEqual([cement]);
    expect(await found('-nháp')).toEqual([cement, store]);
    expect(await found('-"báo giá"')).toEqual([store]);
    expect(await found('bản -từ:hung@minhphat.example')).toEqual([steel, store]);
    expect(await found('thép HOẶC thuê kho')).toEqual([steel, store]);
    expect(await found('chính xi măng OR thép')).toEqual([steel, cement]);
    expect(await found('từ:lan@minhphat.example OR from:ha@minhphat.example')).toEqual([steel, store]);
    expect(await found('báo -trong:INBOX')).toEqual([]);
    expect(await found('trong:INBOX -in:inbox')).toEqual([]);
  });

  test('SB-12 a complete address finds its own mail alone', async () => {
    await file({ subject: 'Lan Anh', from: 'lan.anh@kho.example' });
    await file({ subject: 'Anh Lan', from: 'anh.lan@kho.example' });
    await file({ subject: 'Gửi Lan Anh', to: ['LAN.ANH@kho.example'] });
    expect(await subjects({ from_addr: 'lan.anh@kho.example' })).toEqual(['Lan Anh']);
    expect(await subjects({ to_addr: 'lan.anh@kho.example' })).toEqual(['Gửi Lan Anh']);
    for (const q of ['với:lan.anh@kho.example', 'with:lan.anh@kho.example'])
      expect((await subjects({ q })).toSorted()).toEqual(['Gửi Lan Anh', 'Lan Anh']);
    expect((await subjects({ q: 'lan.anh@kho.example' })).sort()).toEqual(['Gửi Lan Anh', 'Lan Anh']);
  });

  test('SB-12 what is typed is never a query of its own', async () => {
    await file({ subject: 'Kho' });
    const random = prng('hostile');
    const pieces = [
      "'",
      "\\'",
      '&',
      '|',
      '!',
      '(',
      ')',
      ':*',
      '<->',
      '~',
      '"',
      '%',
      'kho',
      ' ',
      'from:',
      'in:',
      '会',
    ];
    for (let round = 0; round < 60; round += 1) {
      const q = Array.from({ length: random.int(1, 10) }, () => random.pick(pieces)).join('');
      const { data } = await lanAnh.listThreads({ query: { q, subject: q, in: 'INBOX' } });
      expect(data.length).toBeLessThanOrEqual(1);
      await lanAnh.suggest({ query: { search_text: q } });
    }
  });
});

describe('filters', () => {
  test('SB-12 every criterion must hold', async () => {
    await file({
      subject: 'A kho',
      unread: true,
      starred: true,
      attachments: [attachedPdf('a.pdf')],
      size: 6 * 1024 ** 2,
    });
    await file({ subject: 'B kho', unread: false, size: 3 * 1024 ** 2 });
    await file({ subject: 'C kho', unread: true, size: 500 });
    for (const q of ['', 'kho']) {
      expect(await subjects({ q, has_attachment: 'true' })).toEqual(['A kho']);
      expect((await subjects({ q, has_attachment: 'false' })).sort()).toEqual(['B kho', 'C kho']);
      expect(await subjects({ q, is_star: 'true' })).toEqual(['A kho']);
      expect((await subjects({ q, is_star: 'false' })).sort()).toEqual(['B kho', 'C kho']);
      expect(await subjects({ q, is_read: 'true' })).toEqual(['B kho']);
      expect((await subjects({ q, is_read: 'false' })).sort()).toEqual(['A kho', 'C kho']);
      expect(await subjects({ q, size: 'over:5M' })).toEqual(['A kho']);
      expect(await subjects({ q, size: 'over:5M', is_read: 'true' })).toEqual([]);
      expect(await subjects({ q, size: 'under:1K' })).toEqual(['C kho']);
      expect(await subjects({ q, is_read: 'false', has_attachment: 'false' })).toEqual(['C kho']);
      expect(await subjects({ q: `${q} is:unread larger:1M` })).toEqual(['A kho']);
      expect(await subjects({ q: `${q} is:unread is:read` })).toEqual([]);
    }
  });

  test('SB-9 SB-12 dates bound the day that the message came', async () => {
    const day = Date.UTC(2026, 0, 4, 17) / 1000;
    await file({ subject: 'Trước', receivedAt: day - 1 });
    await file({ subject: 'Đầu', receivedAt: day });
    await file({ subject: 'Cuối', receivedAt: day + DAY - 1 });
    await file({ subject: 'Sau', receivedAt: day + DAY });
    for (const q of ['', 'xin']) {
      const query = { q, start_date: String(day), end_date: String(day + DAY - 1) };
      expect(await subjects(query)).toEqual(['Cuối', 'Đầu']);
      expect(await subjects({ q: `${q} after:2026-01-05 before:06/01/2026` })).toEqual(['Cuối', 'Đầu']);
      expect(await subjects({ q: `${q} after:2026-01-06` })).toEqual(['Sau']);
    }
  });

  test('SB-13 without a folder, Junk, Trash, Drafts and the send lists are left out; a folder is searched alone', async () => {
    const everywhere = [
      'INBOX',
      'Sent',
      'Drafts',
      'Archive',
      'Junk',
      'Trash',
      'WEBMAIL_SCHEDULED',
      'webmail_period',
    ];
    for (const folder of everywhere) await file({ subject: `Kho ${folder}`, folder });
    for (const q of ['kho', 'larger:0K']) {
      expect((await subjects({ q })).sort()).toEqual(['Kho Archive', 'Kho INBOX', 'Kho Sent']);
      for (const folder of everywhere) {
        expect(await subjects({ q, in: folder })).toEqual([`Kho ${folder}`]);
        expect(await subjects({ q, folder: await folderId(folder) })).toEqual([`Kho ${folder}`]);
        expect(await subjects({ q: `${q} in:${folder.toLowerCase()}` })).toEqual([`Kho ${folder}`]);
      }
    }
    for (const shown of ['Lưu trữ', 'archive']) {
      expect(await subjects({ q: `kho in:"${shown}"` })).toEqual(['Kho Archive']);
    }
    expect(await subjects({ q: 'kho in:Trash', in: 'Junk' })).toEqual([]);
    expect(await subjects({ q: 'kho in:nowhere' })).toEqual([]);
    await expect(subjects({ q: 'kho', folder: 'nowhere' })).rejects.toMatchObject({
      code: 'folder_not_found',
    });
  });

  test('SB-13 in Starred, the starred threads are searched', async () => {
    await file({ subject: 'Kho một', starred: true });
    await file({ subject: 'Kho hai' });
    await file({ subject: 'Kho ba', starred: true, folder: 'Trash' });
    expect(await subjects({ q: 'kho', in: 'Starred' })).toEqual(['Kho một']);
    expect(await subjects({ q: 'kho in:starred larger:0K' })).toEqual(['Kho một']);
  });

  test('SB-12 read and starred are what the list shows of the thread', async () => {
    await file({
      subject: 'Đơn hàng',
      text: 'mật khẩu kho',
      messageId: 'a@x.example',
      unread: false,
      receivedAt: NOW - 9,
    });
    await file({
      subject: 'Re: Đơn hàng',
      text: 'vâng',
      messageId: 'b@x.example',
      inReplyTo: 'a@x.example',
      starred: true,
    });
    expect(await subjects({ q: 'mat khau is:unread' })).toEqual(['Đơn hàng']);
    expect(await subjects({ q: 'mat khau is:starred' })).toEqual(['Đơn hàng']);
    expect(await subjects({ q: 'mat khau is:read' })).toEqual([]);
  });
});

describe('the answer', () => {
  test('AP-13 AP-15 TL-11 a thread comes once, with its folder, by the date of its newest match', async () => {
    await file({ subject: 'Kho', messageId: 'a@x.example', receivedAt: NOW - 9 * DAY, text: 'cũ' });
    await file({ subject: 'Kho bãi', receivedAt: NOW - 5 * DAY });
    await file({
      subject: 'Re: Kho',
      inReplyTo: 'a@x.example',
      receivedAt: NOW - 2 * DAY,
      folder: 'Sent',
      text: 'mới',
    });
    const { data, meta } = await lanAnh.searchThreads({ query: { q: 'kho' } });
    expect(data.map((thread) => [thread.subject, thread.mailbox_name])).toEqual([
      ['Kho', 'Sent'],
      ['Kho bãi', 'INBOX'],
    ]);
    expect(data[0]).toMatchObject({ folder_id: await folderId('Sent'), message_count: 2 });
    expect(meta).toEqual({ total: 2, unread: 2, total_is_capped: false, next_cursor: null });
    const older = await lanAnh.listThreads({ query: { q: 'kho cu' } });
    expect(older.data.map((thread) => [thread.subject, thread.mailbox_name])).toEqual([['Kho', 'INBOX']]);
  });

  test('AP-13 a list without search parameters stays the list of a folder', async () => {
    await file({ subject: 'Kho', folder: 'Junk' });
    expect(await subjects({ in: 'Junk' })).toEqual(['Kho']);
    expect(await subjects({ in: 'Junk', sort: 'defaultSort' })).toEqual(['Kho']);
    expect((await lanAnh.searchThreads({ query: { in: 'Junk' } })).data).toHaveLength(1);
  });

  test('SB-12 what was moved, merged or deleted is found as it is now', async () => {
    const first = await file({ subject: 'Kho', messageId: 'a@x.example', receivedAt: NOW - 100 * DAY });
    const second = await file({ subject: 'Re: Kho', messageId: 'b@x.example', receivedAt: NOW - 50 * DAY });
    expect(await subjects({ q: 'kho' })).toEqual(['Re: Kho', 'Kho']);
    await file({ subject: 'Re: Kho', messageId: 'c@x.example', references: ['a@x.example', 'b@x.example'] });
    const merged = await lanAnh.listThreads({ query: { q: 'kho' } });
    expect(merged.data).toHaveLength(1);
    expect(merged.data[0]?.message_ids).toEqual(expect.arrayContaining([first, second]));

    const id = merged.data[0]?.id as string;
    const inbox = await folderId('INBOX');
    await lanAnh.deleteThreads({ body: { ids: [id], folder_id: inbox } });
    expect(await subjects({ q: 'kho' })).toEqual([]);
    expect(await subjects({ q: 'kho', in: 'Trash' })).toEqual(['Kho']);
    await lanAnh.deleteThreads({ body: { ids: [id], folder_id: await folderId('Trash') } });
    expect(await subjects({ q: 'kho', in: 'Trash' })).toEqual([]);
  });

  test('SB-12 nobody finds the mail of another mailbox', async () => {
    await file({ subject: 'Bí mật kho', starred: true, attachments: [attachedPdf('mật.pdf')] });
    const minh = await server.signIn('minh.tran@saomai.example');
    const inbox = await folderId('INBOX');
    for (const query of [
      { q: 'bi mat' },
      { q: 'mat.pdf' },
      { has_attachment: 'true' },
      { is_star: 'true' },
    ] as Query[]) {
      expect((await minh.listThreads({ query })).data).toEqual([]);
    }
    await expect(minh.listThreads({ query: { q: 'kho', folder: inbox } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await minh.suggest({ query: { search_text: 'bi' } })).data).toEqual({ threads: [], texts: [] });
    expect(await subjects({ q: 'bi mat' })).toEqual(['Bí mật kho']);
  });
});

describe('relevance', () => {
  test('SB-10 TL-11 above all where the words stand, then age', async () => {
    await file({ subject: 'Ban hang ban phim', receivedAt: NOW - DAY });
    await file({ subject: 'Khác', text: 'chiếc bàn ở góc', receivedAt: NOW - 300 * DAY });
    await file({ subject: 'Bạn bè', receivedAt: NOW });
    await file({ subject: 'Mua bàn', receivedAt: NOW - 200 * DAY });
    const sort = 'defaultSort';
    expect(await subjects({ q: 'bàn', sort })).toEqual(['Mua bàn', 'Khác']);
    expect(await subjects({ q: 'ban', sort })).toEqual(['Ban hang ban phim', 'Bạn bè', 'Mua bàn', 'Khác']);
  });
});

describe('suggestions', () => {
  test('SB-5 AP-25 threads by subject and people, newest first, and the people meant, none twice', async () => {
    await file({ subject: 'Re: Hợp đồng Thuê Kho', receivedAt: NOW - DAY });
    await file({ subject: 'Hợp đồng thuê kho', receivedAt: NOW - 2 * DAY, messageId: 'k@x.example' });
    await file({ subject: 'Khác', text: 'hợp đồng', receivedAt: NOW });
    await file({ subject: 'Họp', folder: 'Trash', receivedAt: NOW });
    await file({
      subject: 'Chào',
      sender: { name: 'Hợp Phạm', email: 'hop@kho.example' },
      receivedAt: NOW - 3 * DAY,
    } as MailGiven);
    const { data } = await lanAnh.suggest({ query: { search_text: 'hop' } });
    expect(data.threads.map((thread) => thread.subject)).toEqual([
      'Re: Hợp đồng Thuê Kho',
      'Hợp đồng thuê kho',
      'Chào',
    ]);
    expect(data.threads[2]).toMatchObject({
      mailbox_name: 'INBOX',
      from: { name: 'Hợp Phạm' },
      date: NOW - 3 * DAY,
    });
    expect(data.threads[0]?.v4_id).toBe(data.threads[0]?.thread_id);
    expect(data.texts).toEqual(['Hợp Phạm']);
    expect((await lanAnh.suggest({ query: { search_text: ' .' } })).data).toEqual({ threads: [], texts: [] });
  });

  test('AP-25 at most five of each', async () => {
    const mails = Array.from(
      { length: 30 },
      (_, n): MailGiven => ({ subject: `Kho ${n}`, receivedAt: NOW - n * 10 * DAY }),
    );
    await fileMails(server.context, mailbox, mails);
    const { data } = await lanAnh.suggest({ query: { search_text: 'kho' } });
    expect(data.threads.map((thread) => thread.subject)).toEqual([
      'Kho 0',
      'Kho 1',
      'Kho 2',
      'Kho 3',
      'Kho 4',
    ]);
    expect(data.texts).toHaveLength(5);
  });
});
