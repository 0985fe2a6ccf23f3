import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { returnOverdueTask } from './later.jobs.ts';
import { returnSnoozed } from './return-snoozed.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  return async () => expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

const HOUR = 3600;
const DAY = 24 * HOUR;

const seconds = () => Math.floor(server.clock.now() / 1000);
const pass = (by: number) => server.clock.pass(by * 1000);
const work = () => runJobsUntilIdle(server.context);

/** Stores a message and returns its thread. */
async function file(mail: MailGiven = {}): Promise<string> {
  pass(1);
  const id = await fileMail(server.context, an.mailbox, { unread: false, ...mail });
  return (await an.client.getMessage({ params: { id }, query: {} })).data.thread_id;
}

const folderId = async (name: string) => (await an.client.getFolderByName({ query: { name } })).data.id;
const list = async (name: string) => (await an.client.listThreads({ query: { in: name } })).data;
const idsIn = async (name: string) => (await list(name)).map(({ id }) => id);

async function snooze(ids: string[], until: number | null, from = 'INBOX') {
  const body = { ids, folder_id: await folderId(from), until, ...(until === null && { on_reply: true }) };
  return (await an.client.snoozeThreads({ body })).data.moved;
}

const unsnooze = async (ids: string[]) => (await an.client.unsnoozeThreads({ body: { ids } })).data.moved;

/** Mail that arrives. */
async function deliver(headers: Record<string, string>, body = 'Chào chị\r\n'): Promise<void> {
  pass(1);
  const { lmtpPort } = server.running;
  const client = await connectMail({ host: '127.0.0.1', port: lmtpPort as number, protocol: 'lmtp' });
  const all = {
    From: 'Khach <khach@minhphat.example>',
    To: an.email,
    Date: 'Fri, 20 Nov 2026 08:00:00 +0700',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  await client.send({
    from: 'khach@minhphat.example',
    to: [an.email],
    raw: Buffer.from(`${lines.join('')}\r\n${body}`),
  });
  await client.end();
}

describe('putting aside', () => {
  test('LT-1 LT-8 moves what the conversation has in the folder, and the row says until when', async () => {
    const id = await file();
    const other = await file();
    const until = seconds() + 5 * HOUR;
    const moved = await snooze([id], until);
    const [inbox, snoozed] = [await folderId('INBOX'), await folderId('Snoozed')];
    expect(moved).toEqual([
      {
        thread_id: id,
        message_id: expect.any(String),
        from_folder_id: inbox,
        to_folder_id: snoozed,
        until_before: null,
      },
    ]);
    expect(await idsIn('INBOX')).toEqual([other]);
    expect(await list('Snoozed')).toMatchObject([{ id, snoozed_until: until, unread: false }]);
    expect(await snooze([id], until)).toEqual([]);
  });

  test('LT-8 LB-5 the list of a label says until when, as Snoozed does', async () => {
    const id = await file();
    const label = (await an.client.createLabel({ body: { name: 'Gấp', color: 'red' } })).data.id;
    await an.client.labelThreads({ body: { ids: [id], add: [label], remove: [] } });
    const until = seconds() + 5 * HOUR;
    await snooze([id], until);
    const labelled = await an.client.listThreads({ query: { label } });
    expect(labelled.data).toMatchObject([{ id, snoozed_until: until }]);
  });

  test('LT-1 refuses what is past, too far away or not said, naming the field', async () => {
    const id = await file();
    const folder_id = await folderId('INBOX');
    for (const until of [seconds(), seconds() - 1, seconds() + 733 * DAY, null]) {
      const refused = await refusalOf(an.client.snoozeThreads({ body: { ids: [id], folder_id, until } }));
      expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
      expect(JSON.stringify(refused.details)).toContain('until');
    }
    for (const name of ['Sent', 'Drafts', 'Junk', 'Trash', 'Starred', 'WEBMAIL_SCHEDULED'])
      expect(await refusalOf(snooze([id], seconds() + HOUR, name))).toMatchObject({
        code: 'folder_not_allowed',
      });
    expect(await idsIn('INBOX')).toEqual([id]);
  });

  test('LT-8 an own folder of that name is numbered, with what is below it', async () => {
    await an.client.createFolder({ body: { name: 'Snoozed 2' } });
    const { db } = server.context;
    await sql`update folders set name = 'snoozed', path = 'snoozed', path_key = 'snoozed'
      where mailbox_id = ${an.mailbox} and path = 'Snoozed 2'`.execute(db);
    await an.client.createFolder({ body: { name: 'Dự án', display_name: 'snoozed/Dự án' } });
    const id = await file();
    await snooze([id], seconds() + HOUR);
    expect(await idsIn('Snoozed')).toEqual([id]);
    await folderId('snoozed 2/Dự án');
  });

  test('LT-5 another time from Snoozed, or from a device that still had it in the inbox', async () => {
    const id = await file();
    const [first, second, third] = [seconds() + HOUR, seconds() + 2 * HOUR, seconds() + 3 * HOUR];
    await snooze([id], first);
    expect(await snooze([id], second, 'Snoozed')).toMatchObject([{ until_before: first }]);
    expect(await snooze([id], third)).toMatchObject([{ until_before: second }]);
    pass(2 * HOUR);
    await work();
    expect(await list('Snoozed')).toMatchObject([{ id, snoozed_until: third }]);
    pass(HOUR);
    await work();
    expect(await idsIn('INBOX')).toEqual([id]);
  });

  test('LT-5 two devices at the same time end alike', async () => {
    const id = await file();
    await Promise.all([snooze([id], seconds() + HOUR), snooze([id], seconds() + 2 * HOUR)]);
    expect(await idsIn('INBOX')).toEqual([]);
    expect(await list('Snoozed')).toHaveLength(1);
    await Promise.all([unsnooze([id]), unsnooze([id])]);
    expect(await idsIn('INBOX')).toEqual([id]);
    await Promise.all([snooze([id], seconds() + HOUR), unsnooze([id])]);
    expect([...(await idsIn('INBOX')), ...(await idsIn('Snoozed'))]).toEqual([id]);
  });
});

describe('coming back', () => {
  test('LT-2 LT-3 at its time it is on top, unread, and says since when', async () => {
    const id = await file({ subject: 'Báo giá' });
    const until = seconds() + 5 * HOUR;
    await snooze([id], until);
    const newer = await file();
    pass(5 * HOUR - 2);
    await work();
    expect(await idsIn('INBOX')).toEqual([newer]);
    server.clock.set(until * 1000);
    await work();
    expect(await list('INBOX')).toMatchObject([{ id, unread: true, back_at: until }, { id: newer }]);
    expect((await list('INBOX'))[0]?.snoozed_until).toBeUndefined();
    expect(await idsIn('Snoozed')).toEqual([]);
    await work();
    const newest = await file();
    expect(await idsIn('INBOX')).toEqual([newest, id, newer]);
    expect((await an.client.listThreads({ query: { in: 'INBOX', limit: '1' } })).meta.unread).toBe(1);
  });

  test('LT-2 late when nothing ran then, once whoever looks, and no other mailbox is touched', async () => {
    const id = await file();
    const until = seconds() + HOUR;
    await snooze([id], until);
    pass(3 * DAY);
    const moment = { mailboxId: an.mailbox, at: until };
    const back = () => returnSnoozed(server.context, moment, new AbortController().signal);
    await Promise.all([back(), back(), back()]);
    expect(await list('INBOX')).toMatchObject([{ id, back_at: seconds() }]);
    const { rows } = await sql`
      select from changes where mailbox_id = ${an.mailbox} and kind = 'new_mail'`.execute(server.context.db);
    expect(rows).toHaveLength(1);
    expect(await leftTimes()).toBe(0);
  });

  test('LT-2 a moment whose job is lost is found within minutes', async () => {
    const id = await file();
    await snooze([id], seconds() + HOUR);
    await sql`delete from graphile_worker._private_jobs where key like 'snooze %'`.execute(server.context.db);
    pass(HOUR + 60);
    await inTransaction(server.context.db, (tx) => addJob(tx, returnOverdueTask, {}));
    await work();
    expect(await idsIn('INBOX')).toEqual([id]);
  });

  test('LT-2 from the archive, and from a folder that is gone, into the inbox; else to where it was', async () => {
    const own = (await an.client.createFolder({ body: { name: 'Khách hàng' } })).data;
    const gone = (await an.client.createFolder({ body: { name: 'Tạm' } })).data;
    const archived = await file({ folder: 'Archive' });
    const inOwn = await file({ folder: own.id });
    const inGone = await file({ folder: gone.id });
    const until = seconds() + HOUR;
    for (const [id, from] of [
      [archived, 'Archive'],
      [inOwn, 'Khách hàng'],
      [inGone, 'Tạm'],
    ] as const)
      await snooze([id], until, from);
    await an.client.deleteFolder({ params: { id: gone.id } });
    pass(HOUR);
    await work();
    expect((await idsIn('INBOX')).sort()).toEqual([archived, inGone].sort());
    expect(await idsIn('Khách hàng')).toEqual([inOwn]);
  });

  test('LT-3 a list of single messages has it on top, over its pages', async () => {
    await an.client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
    const first = await file({ subject: 'Một' });
    for (let number = 0; number < 5; number++) await file({ subject: `Thư ${number}` });
    const [row] = (await list('INBOX')).slice(-1);
    expect(row?.thread_id).toBe(first);
    const moved = await snooze([row?.id as string], seconds() + HOUR);
    expect(moved).toMatchObject([{ thread_id: row?.id }]);
    pass(HOUR);
    await work();
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { in: 'INBOX', limit: '2', ...(cursor && { cursor }) };
      const page = await an.client.listThreads({ query });
      seen.push(...page.data.map(({ subject }) => subject));
      cursor = page.meta.next_cursor;
    }
    expect(seen).toEqual(['Một', 'Thư 4', 'Thư 3', 'Thư 2', 'Thư 1', 'Thư 0']);
    const second = await an.client.listThreads({ query: { in: 'INBOX', limit: '2', offset: '2' } });
    expect(second.data.map(({ subject }) => subject)).toEqual(['Thư 3', 'Thư 2']);
  });
});

test('LT-10 a search finds what is snoozed, and nothing where nothing ever was', async () => {
  const search = async (q: string) =>
    (await an.client.searchThreads({ query: { q } })).data.map(({ id }) => id);
  const id = await file({ subject: 'Báo giá' });
  await file({ subject: 'Báo giá khác' });
  expect(await search('là:để sau')).toEqual([]);
  await snooze([id], seconds() + HOUR);
  expect(await search('là:để sau')).toEqual([id]);
  expect(await search('báo giá is:snoozed')).toEqual([id]);
});

test('LT-18 whoever never snoozed anything has an empty list of it, sorted and filtered too; other folders are missed', async () => {
  await file({ subject: 'Báo giá' });
  const query = { in: 'Snoozed' };
  const lists = [
    await an.client.listThreads({ query }),
    await an.client.listThreads({ query: { ...query, sort: 'sender' } }),
    await an.client.searchThreads({ query: { folder: 'Snoozed', is_read: 'false' } }),
  ];
  for (const { data, meta } of lists) {
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ total: 0, next_cursor: null });
  }
  expect(await refusalOf(an.client.listThreads({ query: { in: 'Snoozed/Khác' } }))).toMatchObject({
    code: 'folder_not_found',
  });
});

describe('what ends it', () => {
  test('LT-4 a new message of the conversation brings it back with its delivery', async () => {
    await deliver({ Subject: 'Báo giá', 'Message-ID': '<a@minhphat.example>' });
    const [thread] = await list('INBOX');
    const id = thread?.id as string;
    await an.client.markThreads({ body: { ids: [id], unread: false } });
    await snooze([id], seconds() + HOUR);
    await deliver({ Subject: 'Tin khác', 'Message-ID': '<b@minhphat.example>' });
    expect(await idsIn('Snoozed')).toEqual([id]);
    await deliver({
      Subject: 'Re: Báo giá',
      'Message-ID': '<c@minhphat.example>',
      'In-Reply-To': '<a@minhphat.example>',
    });
    const [back] = await list('INBOX');
    expect(back).toMatchObject({ id, message_count: 2, unread: true });
    expect(back?.back_at).toBeUndefined();
    expect(await idsIn('Snoozed')).toEqual([]);
    pass(HOUR);
    await work();
    expect((await list('INBOX')).find((row) => row.id === id)?.back_at).toBeUndefined();
  });

  test('LT-4 what waits for an answer has no time, and an answer brings it back', async () => {
    await deliver({ Subject: 'Hợp đồng', 'Message-ID': '<d@minhphat.example>' });
    const id = (await idsIn('INBOX'))[0] as string;
    await snooze([id], null);
    expect((await list('Snoozed'))[0]?.snoozed_until).toBeUndefined();
    pass(2 * DAY);
    await work();
    expect(await idsIn('Snoozed')).toEqual([id]);
    await deliver({
      Subject: 'Re: Hợp đồng',
      'Message-ID': '<e@minhphat.example>',
      'In-Reply-To': '<d@minhphat.example>',
    });
    expect(await idsIn('INBOX')).toEqual([id]);
  });

  test.each([
    ['for an answer', null],
    ['until a time', 5 * HOUR],
  ])(
    'LT-16 an answer that a filter files elsewhere brings what waits %s back as at its time',
    async (_, wait) => {
      const { id: folder_id } = (await an.client.createFolder({ body: { name: 'Khách hàng' } })).data;
      await deliver({ Subject: 'Hợp đồng', 'Message-ID': '<f@minhphat.example>' });
      const id = (await idsIn('INBOX'))[0] as string;
      await an.client.markThreads({ body: { ids: [id], unread: false } });
      await snooze([id], wait === null ? null : seconds() + wait);
      const to = { kind: 'folder' as const, folder_id };
      await an.client.keepSender({ body: { from: 'khach@minhphat.example', to, kept: true } });
      const newer = await file();
      await deliver({
        Subject: 'Re: Hợp đồng',
        'Message-ID': '<g@minhphat.example>',
        'In-Reply-To': '<f@minhphat.example>',
      });
      const backAt = seconds();
      expect(await list('INBOX')).toMatchObject([{ id, unread: true, back_at: backAt }, { id: newer }]);
      expect(await list('Khách hàng')).toMatchObject([{ id, unread: true }]);
      expect((await list('Khách hàng'))[0]?.back_at).toBeUndefined();
      const { rows } = await sql<{ folder_id: string }>`
      select m.folder_id from changes c join messages m on m.mailbox_id = c.mailbox_id and m.id::text = c.entity::text
      where c.mailbox_id = ${an.mailbox} and c.kind = 'new_mail' order by c.seq desc limit 2`.execute(
        server.context.db,
      );
      expect(rows.map((row) => row.folder_id).sort()).toEqual([folder_id, await folderId('INBOX')].sort());
      if (wait !== null) pass(wait);
      await work();
      expect((await list('INBOX'))[0]).toMatchObject({ id, back_at: backAt });
    },
  );

  test('LT-6 ended, each message is where it was and as it was', async () => {
    const id = await file({ folder: 'Archive', unread: true });
    const until = seconds() + HOUR;
    await snooze([id], until, 'Archive');
    expect(await unsnooze([id])).toMatchObject([{ thread_id: id, until_before: until }]);
    expect(await list('Archive')).toMatchObject([{ id, unread: true }]);
    expect(await unsnooze([id])).toEqual([]);
    pass(HOUR);
    await work();
    expect(await idsIn('Archive')).toEqual([id]);
  });

  test('LT-6 answering it ends it', async () => {
    const id = await file({ messageId: 'f@minhphat.example', from: 'khach@minhphat.example' });
    await snooze([id], seconds() + HOUR);
    const [message] = await mailIn(an, 'Snoozed');
    const draft = await writeDraft(an, [an.email], { answers: message?.id as string, action: 'reply' });
    await an.client.sendMail({ body: { msg_id: draft.id } });
    pass(60);
    await work();
    expect(await idsIn('Snoozed')).toEqual([]);
    expect((await list('INBOX')).some((row) => row.id === id)).toBe(true);
  });

  test('LT-7 archived it comes back no more; undone it waits on, and returns at once when its time passed', async () => {
    const id = await file();
    const until = seconds() + HOUR;
    await snooze([id], until);
    const [snoozed, archive] = [await folderId('Snoozed'), await folderId('Archive')];
    const move = (from_folder_id: string, to_folder_id: string) =>
      an.client.moveThreads({ body: [{ thread_ids: [id], from_folder_id, to_folder_id }] });
    await move(snoozed, archive);
    expect((await list('Archive'))[0]?.snoozed_until).toBeUndefined();
    await move(archive, snoozed);
    expect(await list('Snoozed')).toMatchObject([{ id, snoozed_until: until }]);
    await move(snoozed, archive);
    pass(2 * HOUR);
    await work();
    expect(await idsIn('Archive')).toEqual([id]);
    await move(archive, snoozed);
    await work();
    expect(await idsIn('Snoozed')).toEqual([]);
    expect(await list('Archive')).toEqual([]);
    expect(await list('INBOX')).toMatchObject([{ id, back_at: seconds() }]);
  });

  test('LT-7 moved at the moment at which it is due, it is in one place', async () => {
    const id = await file();
    const until = seconds() + HOUR;
    await snooze([id], until);
    const snoozed = await folderId('Snoozed');
    pass(HOUR);
    await Promise.all([
      an.client.deleteThreads({ body: { ids: [id], folder_id: snoozed } }),
      returnSnoozed(server.context, { mailboxId: an.mailbox, at: until }, new AbortController().signal),
    ]);
    const places = await Promise.all(['INBOX', 'Snoozed', 'Trash'].map(idsIn));
    expect(places.flat()).toEqual([id]);
    expect(places[1]).toEqual([]);
  });
});

async function leftTimes(): Promise<number> {
  const { rows } = await sql`select from snooze_times where mailbox_id = ${an.mailbox}`.execute(
    server.context.db,
  );
  return rows.length;
}
