import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attachedPdf, fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const NOW = Date.UTC(2026, 10, 20, 2) / 1000;
const DAY = 86_400;
let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
});
afterAll(() => server.close());

/** Each test has the mailbox for itself. */
beforeEach(async () => {
  for (const table of ['messages', 'message_search', 'attachments', 'list_rows', 'threads', 'thread_keys']) {
    await sql`delete from ${sql.table(table)}`.execute(server.context.db);
  }
});

type Query = NonNullable<Parameters<typeof lanAnh.listThreads>[0]['query']>;

const file = (given: MailGiven) => fileMail(server.context, mailbox, given);
const meta = async (query: Query) => (await lanAnh.listThreads({ query })).meta;

async function subjects(query: Query): Promise<string[]> {
  const { data } = await lanAnh.listThreads({ query });
  return data.map((thread) => thread.subject);
}

test('SB-14 are looked for together first; how many have them apart is said, and shown when asked', async () => {
  await file({ subject: 'Hợp đồng', receivedAt: NOW - DAY });
  await file({ subject: 'Mời họp mặt', text: 'Các đồng nghiệp', receivedAt: NOW });
  await file({ subject: 'Đồng họp', receivedAt: NOW - 2 * DAY });
  expect(await subjects({ q: 'hop dong' })).toEqual(['Hợp đồng']);
  const { total, words, apart } = await meta({ q: 'hop dong' });
  expect({ total, words, apart }).toEqual({ total: 1, words: '2', apart: { total: 2, is_capped: false } });
  expect(await subjects({ q: 'hop dong', words: 'apart' })).toHaveLength(3);
  expect((await meta({ q: 'hop dong', words: 'apart' })).apart).toBeUndefined();
  expect(await subjects({ q: 'họp đồng' })).toEqual(['Mời họp mặt', 'Đồng họp']);
  expect(await meta({ q: 'họp đồng' })).toMatchObject({ words: 'apart' });
  expect(await subjects({ q: '"họp đồng"' })).toEqual([]);
  expect(await subjects({ q: '-"đồng họp" họp' })).toEqual(['Mời họp mặt']);
});

test('SB-14 in the longest runs that stand together somewhere', async () => {
  await file({ subject: 'Gửi hợp đồng', text: 'Về việc thuê kho bãi' });
  await file({ subject: 'Hợp kho', text: 'đồng bãi thuê' });
  const q = 'hợp đồng thuê kho bãi';
  expect(await subjects({ q })).toEqual(['Gửi hợp đồng']);
  expect(await meta({ q })).toMatchObject({ words: '2.3', apart: { total: 1 } });
  expect(await subjects({ q, words: '2.3' })).toEqual(['Gửi hợp đồng']);
  expect(await subjects({ q, words: '7' })).toEqual(['Gửi hợp đồng']);
});

test('SB-14 within one subject, body, person or file name, however long the message is', async () => {
  const files = [attachedPdf('công.pdf'), attachedPdf('nợ.pdf')];
  await file({ subject: 'Chốt công', text: 'nợ cũ', attachments: files });
  expect(await subjects({ q: '"công nợ"' })).toEqual([]);
  await file({ subject: 'Dài', text: `${'tin mới '.repeat(9000)} công nợ quý ba` });
  expect(await subjects({ q: '"công nợ quý"' })).toEqual(['Dài']);
  await file({ subject: 'Từ người', sender: { name: 'Công Nợ', email: 'cn@x.example' } } as MailGiven);
  expect((await subjects({ q: '"công nợ"' })).sort()).toEqual(['Dài', 'Từ người']);
});

test('SB-14 a mailbox whose words are not made anew yet is searched as before', async () => {
  const setVersion = (version: number) =>
    sql`update derived_versions set version = ${version}
      where mailbox_id = ${mailbox} and what = 'words'`.execute(server.context.db);
  await file({ subject: 'Kho', text: 'Hợp rồi đồng', receivedAt: NOW - DAY });
  await sql`update message_search
    set words = strip(regexp_replace(words::text, '/[^'']*''', '''', 'g')::tsvector)
    where mailbox_id = ${mailbox}`.execute(server.context.db);
  await setVersion(1);
  await file({ subject: 'Hợp đồng', receivedAt: NOW });
  expect(await subjects({ q: 'họp đồng' })).toEqual(['Hợp đồng', 'Kho']);
  expect(await subjects({ q: '"hop dong" -"kho thue"' })).toEqual(['Hợp đồng', 'Kho']);
  await setVersion(2);
});
