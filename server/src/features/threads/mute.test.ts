import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

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

const list = async (name: string) => (await an.client.listThreads({ query: { in: name } })).data;
const idsIn = async (name: string) => (await list(name)).map(({ id }) => id);
const mute = (ids: string[], muted = true) => an.client.muteThreads({ body: { ids, muted } });
const folderId = async (name: string) => (await an.client.getFolderByName({ query: { name } })).data.id;

/** Mail that arrives, to the mailbox and a colleague where nothing else is said. */
async function deliver(name: string, answers: string | null = null, headers: Record<string, string> = {}) {
  server.clock.pass(1000);
  const { lmtpPort } = server.running;
  const client = await connectMail({ host: '127.0.0.1', port: lmtpPort as number, protocol: 'lmtp' });
  const all = {
    From: 'Khach <khach@minhphat.example>',
    To: `${an.email}, binh@minhphat.example`,
    Date: 'Fri, 20 Nov 2026 08:00:00 +0700',
    'Content-Type': 'text/plain; charset=utf-8',
    Subject: answers ? 'Re: Lịch họp' : 'Lịch họp',
    'Message-ID': `<${name}@minhphat.example>`,
    ...(answers ? { 'In-Reply-To': `<${answers}@minhphat.example>` } : {}),
    ...headers,
  };
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${value}\r\n`);
  const raw = Buffer.from(`${lines.join('')}\r\nChào chị\r\n`);
  await client.send({ from: 'khach@minhphat.example', to: [an.email], raw });
  await client.end();
}

async function news(): Promise<number> {
  const { rows } = await sql`
    select from changes where mailbox_id = ${an.mailbox} and kind = 'new_mail'`.execute(server.context.db);
  return rows.length;
}

async function mutedThread(name: string): Promise<string> {
  await deliver(name);
  const [thread] = await idsIn('INBOX');
  await mute([thread as string]);
  return thread as string;
}

describe('muting', () => {
  test('PM-5 new messages pass the inbox, unread, and nobody is told', async () => {
    const id = await mutedThread('a');
    expect((await list('INBOX'))[0]).toMatchObject({ id, muted: true });
    const told = await news();
    await deliver('b', 'a');
    expect(await list('INBOX')).toMatchObject([{ id, message_count: 2 }]);
    expect(await list('Archive')).toMatchObject([{ id, unread: true, muted: true }]);
    expect(await news()).toBe(told);
    await mute([id], false);
    await deliver('c', 'b');
    expect((await list('INBOX'))[0]?.muted).toBeUndefined();
    expect(await news()).toBe(told + 1);
    expect((await list('Archive'))[0]?.message_count).toBe(3);
  });

  test('PM-5 what is addressed to the mailbox alone comes in as ever', async () => {
    const id = await mutedThread('d');
    const told = await news();
    await deliver('e', 'd', { To: `"An" <${an.email.toUpperCase()}>` });
    expect(await news()).toBe(told + 1);
    expect(await idsIn('Archive')).toEqual([]);
    await deliver('f', 'e', { Cc: 'binh@minhphat.example', To: an.email });
    expect(await news()).toBe(told + 1);
    expect(await idsIn('Archive')).toEqual([id]);
  });

  test('PM-5 nobody can mute a conversation by answering it and a muted one at once, nor bring a muted one back', async () => {
    const heard = (name: string, answers: string | null = null, headers = {}) =>
      deliver(name, answers, { Subject: 'Hợp đồng', ...headers });
    const subject = { Subject: 'Re: Hợp đồng' };
    await heard('m1');
    const [muted] = await idsIn('INBOX');
    await mute([muted as string]);
    await heard('h1');
    const [important] = await idsIn('INBOX');
    expect(important).not.toBe(muted);
    const both = '<m1@minhphat.example> <h1@minhphat.example>';
    await heard('s1', null, { ...subject, References: both, From: 'La <la@khach.example>' });
    expect((await list('INBOX')).map(({ id, message_count, muted: is }) => [id, message_count, is])).toEqual([
      [important, 2, undefined],
      [muted, 1, true],
    ]);
    const told = await news();
    await heard('h2', 'h1', subject);
    expect(await news()).toBe(told + 1);
    expect((await list('INBOX'))[0]).toMatchObject({ id: important, message_count: 3 });
    await heard('m2', 'm1', subject);
    expect(await news()).toBe(told + 1);
    expect(await list('Archive')).toMatchObject([{ id: muted, muted: true }]);
  });

  test('PM-5 a filter decides where it goes, and nobody is told', async () => {
    const own = (await an.client.createFolder({ body: { name: 'Họp' } })).data;
    const id = await mutedThread('g');
    const filter = {
      conditions: [{ type: 'subject', comparator: 'contains', value: 'lịch họp' }],
      actions: [{ enable: true, type: 'fileinto', value: own.id }],
    };
    await an.client.createRule({ body: { is_enable: true, sieve_json: JSON.stringify(filter) } });
    const told = await news();
    await deliver('h', 'g');
    expect(await idsIn('Họp')).toEqual([id]);
    expect(await news()).toBe(told);
  });

  test('PM-5 mail of other conversations is filed as its rules say', async () => {
    await mutedThread('i');
    await deliver('j', null, { Subject: 'Tin khác' });
    expect(await list('INBOX')).toMatchObject([{ subject: 'Tin khác', unread: true }, { muted: true }]);
    expect((await list('INBOX'))[0]?.muted).toBeUndefined();
  });

  test('PM-6 joined with another that is muted it stays so, and is not woken where it is snoozed', async () => {
    const id = await mutedThread('l');
    await deliver('m', null, { 'Message-ID': '<m@minhphat.example>' });
    const [other] = (await idsIn('INBOX')).filter((each) => each !== id);
    await mute([other as string]);
    await deliver('n', 'l', {
      Subject: 'Re: Lịch họp',
      References: '<l@minhphat.example> <m@minhphat.example>',
    });
    const rows = await list('INBOX');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.muted).toBe(true);
    expect([id, other]).toContain(rows[0]?.id);
    const thread = rows[0]?.id as string;
    const until = Math.floor(server.clock.now() / 1000) + 3600;
    await an.client.snoozeThreads({ body: { ids: [thread], folder_id: await folderId('INBOX'), until } });
    await deliver('o', 'n');
    expect(await idsIn('Snoozed')).toEqual([thread]);
    expect(await idsIn('INBOX')).toEqual([]);
  });

  test('PM-5 a message that comes while its conversation is muted is in one place', async () => {
    await deliver('p');
    const [id] = (await idsIn('INBOX')) as [string];
    await Promise.all([mute([id]), deliver('q', 'p'), mute([id])]);
    expect((await list('INBOX'))[0]).toMatchObject({ id, muted: true, message_count: 2 });
    await Promise.all([mute([id]), mute([id], false)]);
    const marks = (await an.client.getThread({ params: { id }, query: { peek: 'true' } })).data.muted;
    expect((await list('INBOX'))[0]?.muted).toBe(marks);
  });
});

test('PM-7 a search finds muted conversations, also with words and excluded', async () => {
  const search = async (q: string) =>
    (await an.client.searchThreads({ query: { q } })).data.map(({ id }) => id);
  const id = await mutedThread('r');
  await deliver('s', null, { Subject: 'Tin khác' });
  const [other] = (await idsIn('INBOX')).filter((each) => each !== id);
  expect(await search('là:tắt tiếng')).toEqual([id]);
  expect(await search('is:muted lịch')).toEqual([id]);
  expect(await search('-is:muted')).toEqual([other]);
  expect(await search('in:inbox is:muted')).toEqual([id]);
  await mute([id], false);
  expect(await search('is:muted')).toEqual([]);
});
