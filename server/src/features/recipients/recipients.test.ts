import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCounts } from '../../mail/people/people.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
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
beforeEach(async () => {
  await sql`delete from correspondents`.execute(server.context.db);
});

const file = (...mails: MailGiven[]) => fileMails(server.context, mailbox, mails);

function writeTo(email: string, name: string, times: number, daysAgo: number): Promise<unknown> {
  const headers = { to: [{ name, email }], cc: [], bcc: [], replyTo: [], unsubscribe: null };
  return file(
    ...Array.from({ length: times }, () => ({ folder: 'Sent', headers, receivedAt: NOW - daysAgo * DAY })),
  );
}

function receiveFrom(email: string, name: string, times: number, daysAgo: number): Promise<unknown> {
  const mail = { sender: { name, email }, receivedAt: NOW - daysAgo * DAY };
  return file(...Array.from({ length: times }, () => mail));
}

async function suggested(text: string): Promise<MailAddress[]> {
  const { data } = await lanAnh.suggestRecipients({ query: { search_text: text } });
  return data.suggest_emails;
}

async function emails(text: string): Promise<string[]> {
  return (await suggested(text)).map((person) => person.email);
}

test('RC-7 RC-8 groups of the own domain are suggested, and their addresses are inside', async () => {
  const params = { domain: 'saomai.example' };
  const body = { local: 'kinhdoanh', name: 'Phòng Kinh doanh', writers: 'domain' } as const;
  await lanAnh.addGroup({ params, body });
  const group = { email: 'kinhdoanh@saomai.example', name: 'Phòng Kinh doanh' };
  for (const search_text of ['kinh', 'phong kinh', '']) {
    expect((await lanAnh.suggestRecipients({ query: { search_text } })).data.groups).toEqual([group]);
  }
  const stranger = await server.signIn('nam.vo@bienxanh.example');
  expect((await stranger.suggestRecipients({ query: { search_text: 'kinh' } })).data.groups).toEqual([]);
  const { data } = await lanAnh.checkAddresses({ body: { emails: [group.email] } });
  expect(data[group.email]).toEqual({ status: 'inside' });
  await lanAnh.deleteGroup({ params: { ...params, group: group.email } });
});

describe('suggestions', () => {
  test('RC-7 AP-26 whom one writes to comes before whose mail comes, and both before what is long ago', async () => {
    await writeTo('kho.it@x.example', 'Kho ít', 1, 1);
    await writeTo('kho.nhieu@x.example', 'Kho nhiều', 4, 2);
    await writeTo('kho.cu@x.example', 'Kho cũ', 6, 700);
    await receiveFrom('kho.nhan@x.example', 'Kho nhận', 8, 1);
    expect(await suggested('kho')).toEqual([
      { email: 'kho.nhieu@x.example', name: 'Kho nhiều' },
      { email: 'kho.it@x.example', name: 'Kho ít' },
      { email: 'kho.nhan@x.example', name: 'Kho nhận' },
      { email: 'kho.cu@x.example', name: 'Kho cũ' },
    ]);
  });

  test('RC-7 every typed word begins a word of name or address, whatever case and marks', async () => {
    await writeTo('p.duc@minhphat.example', 'Phạm Đức', 1, 1);
    for (const text of ['pham', 'PHẠM', 'duc ph', 'Đức', 'p.duc@minh', 'minhphat duc', 'exam']) {
      expect(await emails(text)).toEqual(['p.duc@minhphat.example']);
    }
    for (const text of ['ham', 'pham duca', 'hat', '%', '_', 'x']) {
      expect(await emails(text === '%' || text === '_' ? `${text} zz` : text)).toEqual([]);
    }
  });

  test('RC-7 at most ten, and nobody of another mailbox', async () => {
    await file(...Array.from({ length: 15 }, (_, n) => ({ from: `kho${n}@x.example` })));
    expect(await emails('kho')).toHaveLength(10);
    const minh = await server.signIn('minh.tran@saomai.example');
    const { data } = await minh.suggestRecipients({ query: { search_text: 'kho' } });
    expect(data).toEqual({ suggest_emails: [], same_domain_emails: [], groups: [], lists: [] });
  });

  test('RC-7 colleagues are mailboxes of the own domain alone, of who is suspended too, and not of who was deleted', async () => {
    const { data } = await lanAnh.suggestRecipients({ query: { search_text: 'tran' } });
    expect(data.same_domain_emails).toContainEqual({
      email: 'minh.tran@saomai.example',
      name: 'Trần Quốc Minh',
    });
    const all = await lanAnh.suggestRecipients({ query: {} });
    expect(all.data.same_domain_emails.length).toBeGreaterThan(1);
    for (const { email } of all.data.same_domain_emails) expect(email).toMatch(/@saomai\.example$/);
    const minh = 'minh.tran@saomai.example';
    const set = (columns: { active: boolean; deleted_at: number | null }) =>
      server.context.db.updateTable('mailboxes').set(columns).where('email', '=', minh).execute();
    const known = async () => {
      const { data: found } = await lanAnh.suggestRecipients({ query: { search_text: 'tran' } });
      const checked = await lanAnh.checkAddresses({ body: { emails: [minh, 'minh.trann@saomai.example'] } });
      const [itself, mistyped] = Object.values(checked.data);
      return [
        found.same_domain_emails.some(({ email }) => email === minh),
        itself?.status,
        mistyped?.nearest?.some(({ email }) => email === minh),
      ];
    };
    await set({ active: false, deleted_at: null });
    expect(await known()).toEqual([true, 'inside', true]);
    await set({ active: false, deleted_at: NOW });
    expect(await known()).toEqual([false, 'missing', false]);
    await sql`update domains set catch_all_mailbox_id = ${mailbox} where name = 'saomai.example'`.execute(
      server.context.db,
    );
    expect(await known()).toEqual([false, 'missing', undefined]);
    await sql`update domains set catch_all_mailbox_id = null`.execute(server.context.db);
    await set({ active: true, deleted_at: null });
  });
});

test('to count a message more of somebody writes no index', async () => {
  const person = { email: 'thuong@minhphat.example', name: 'Viết Thường', folded: ' viet thuong', sent: 0 };
  const written = await inTransaction(server.context.db, async (tx) => {
    for (let hour = 0; hour < 20; hour += 1) {
      await addCounts(tx, mailbox, [{ ...person, received: 50, last_at: NOW + hour * 3_600 }]);
    }
    const { rows } = await sql<{ updates: number; in_place: number }>`
      select n_tup_upd as updates, n_tup_hot_upd as in_place from pg_stat_xact_user_tables
      where relname = 'correspondents'`.execute(tx);
    return rows[0];
  });
  expect(written).toEqual({ updates: 19, in_place: 19 });
});

describe('corrections', () => {
  test('RC-10 AP-27 the new address takes the place of the old one for good', async () => {
    await writeTo('kho.sai@x.example', 'Kho Hàng', 3, 1);
    await writeTo('kho.khac@x.example', 'Kho khác', 2, 1);
    await lanAnh.replaceRecipient({
      body: { old_email: 'KHO.sai@x.example', new_email: 'Kho.Dung@x.example' },
    });
    expect(await suggested('kho')).toEqual([
      { email: 'kho.dung@x.example', name: 'Kho Hàng' },
      { email: 'kho.khac@x.example', name: 'Kho khác' },
    ]);
    await receiveFrom('kho.sai@x.example', 'Kho Hàng', 5, 0);
    expect(await emails('kho')).not.toContain('kho.sai@x.example');
    await writeTo('kho.sai@x.example', 'Kho Hàng', 1, 0);
    expect(await emails('kho')).toContain('kho.sai@x.example');
  });

  test('AP-27 an address nobody knows is replaced too; one that is none is refused', async () => {
    await lanAnh.replaceRecipient({ body: { old_email: 'kho@x', new_email: 'kho@x.example' } });
    expect(await emails('kho')).toEqual(['kho@x.example']);
    await lanAnh.replaceRecipient({ body: { old_email: 'kho@x.example', new_email: 'KHO@x.example' } });
    expect(await emails('kho')).toEqual(['kho@x.example']);
    const bad = lanAnh.replaceRecipient({ body: { old_email: 'kho@x.example', new_email: 'kho' } });
    await expect(bad).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('AP-29 people are remembered after a send', async () => {
    await lanAnh.addContacts({
      body: [
        { email: 'An@x.example', name: 'Ân' },
        { email: 'an@x.example', name: 'Trần Ân' },
        { email: 'binh@x.example' },
      ],
    });
    expect(await suggested('an')).toEqual([{ email: 'an@x.example', name: 'Trần Ân' }]);
    await lanAnh.addContacts({ body: [{ email: 'an@x.example' }] });
    expect(await suggested('tran')).toEqual([{ email: 'an@x.example', name: 'Trần Ân' }]);
    await expect(lanAnh.addContacts({ body: [{ email: 'x' }] })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('addresses', () => {
  test('AP-28 without text they are the sender accounts, with text the people to complete with', async () => {
    const minh = await server.signIn('minh.tran@saomai.example');
    const { data } = await minh.completeAddresses({ query: {} });
    expect(data).toEqual([
      { email: 'minh.tran@saomai.example', name: 'Trần Quốc Minh', default: true, signature: null },
      { email: 'ketoan@saomai.example', name: 'Trần Quốc Minh', default: false, signature: null },
    ]);
    await writeTo('tran.kho@x.example', 'Trần Kho', 1, 1);
    const completed = await lanAnh.completeAddresses({ query: { s: 'tran' } });
    expect(completed.data[0]).toEqual({ email: 'tran.kho@x.example', name: 'Trần Kho' });
    expect(completed.data.map((person) => person.email)).toContain('minh.tran@saomai.example');
  });

  test('RC-6 RC-8 AP-30 inside is who has an address in the own domain', async () => {
    const list = [
      'MINH.tran@saomai.example',
      'ketoan@saomai.example',
      'nobody@saomai.example',
      'a@x.example',
      'x',
      '__proto__',
      '',
      `${'a'.repeat(400)}@saomai.example`,
      'tua\u0302\u0301n@saomai.example',
      '\u0301tuan@saomai.example',
    ];
    const other = await sql<{ email: string }>`
      select email from mailboxes where email like '%@bienxanh.example' limit 1`.execute(server.context.db);
    const elsewhere = other.rows[0]?.email as string;
    const { data } = await lanAnh.checkAddresses({ body: { emails: [...list, elsewhere] } });
    const statuses = Object.entries(data).map(([email, { status }]) => [email, status]);
    expect(statuses).toEqual([
      ['MINH.tran@saomai.example', 'inside'],
      ['ketoan@saomai.example', 'inside'],
      ['nobody@saomai.example', 'missing'],
      ['a@x.example', 'outside'],
      ['x', 'invalid'],
      ['__proto__', 'invalid'],
      ['', 'invalid'],
      [`${'a'.repeat(400)}@saomai.example`, 'invalid'],
      ['tua\u0302\u0301n@saomai.example', 'missing'],
      ['\u0301tuan@saomai.example', 'invalid'],
      [elsewhere, 'outside'],
    ]);
  });

  test('RC-6 AP-30 a colleague who was mistyped is missing, with whom it may have been', async () => {
    const emails = ['minh.trann@saomai.example', 'mihn.tran@saomai.example', 'qqqqq@saomai.example'];
    const { data } = await lanAnh.checkAddresses({ body: { emails } });
    const minh = { email: 'minh.tran@saomai.example', name: expect.any(String) };
    for (const email of emails.slice(0, 2)) {
      expect(data[email]?.status).toBe('missing');
      expect(data[email]?.nearest?.[0]).toEqual(minh);
    }
    expect(data['qqqqq@saomai.example']).toEqual({ status: 'missing', nearest: [] });
    const tagged = await lanAnh.checkAddresses({
      body: { emails: ['minh.tran+hoadon@saomai.example', 'postmaster@saomai.example'] },
    });
    expect(Object.values(tagged.data).map(({ status }) => status)).toEqual(['inside', 'outside']);
  });
});
