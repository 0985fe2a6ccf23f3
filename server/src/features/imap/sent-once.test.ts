import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail, type MailClient } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const TEXT = 'Em gửi báo giá của tháng này, mong anh xem giúp.\r\n';
const DAY = 24 * 3600_000;

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let imap: ImapClient;
let smtp: MailClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh] = [await newPerson(server), await newPerson(server)];
  imap = await signIn();
  smtp = await connectMail({
    host: '127.0.0.1',
    port: server.running.submissionPort as number,
    protocol: 'smtp',
  });
  await smtp.command(`AUTH PLAIN ${Buffer.from(`\0${an.email}\0${lanAnh.password}`).toString('base64')}`);
});

async function signIn(): Promise<ImapClient> {
  const client = await connectImap({ port: server.running.imapPort as number });
  await client.command(`LOGIN "${an.email}" "${lanAnh.password}"`);
  return client;
}

type Written = { headers?: Record<string, string>; text?: string; encoding?: '8bit' | 'base64' };

let counter = 0;
function written({ headers = {}, text = TEXT, encoding = '8bit' }: Written = {}): Buffer {
  const all = {
    From: `An <${an.email}>`,
    To: binh.email,
    Subject: `Báo giá ${counter}`,
    Date: 'Fri, 20 Nov 2026 08:00:00 +0700',
    'Message-ID': `<gui-${counter}@may.saomai.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': encoding,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = encoding === '8bit' ? text : `${Buffer.from(text).toString('base64')}\r\n`;
  return Buffer.from(`${lines.join('')}\r\n${body}`);
}
beforeEach(() => {
  counter += 1;
});

const submit = (raw = written()) => smtp.send({ from: an.email, to: [binh.email], raw });

async function append(raw = written(), flags = '\\Seen', folder = 'Sent') {
  const { result } = await imap.commandWith(`APPEND ${folder} (${flags})`, raw);
  const [, validity, uid] = /^OK \[APPENDUID (\d+) (\d+)\]/.exec(result) ?? [];
  return { validity: Number(validity), uid: Number(uid) };
}

const sent = () => mailIn(an, 'Sent');

async function uidsInSent() {
  await imap.command('SELECT Sent');
  return (await imap.command('UID SEARCH ALL')).untagged.at(-1);
}

const sound = () => recount(server.context.db, an.mailbox);

describe('a program that submits a message and appends its copy to Sent', () => {
  test('is answered with the one that is there, which takes the flags of the copy', async () => {
    await submit();
    const { validity, uid } = await append(written(), '\\Seen \\Flagged $Forwarded');
    expect(await uidsInSent()).toBe(`* SEARCH ${uid}`);
    expect(validity).toBeGreaterThan(0);
    expect((await imap.command('FETCH 1 FLAGS')).untagged).toEqual([
      '* 1 FETCH (FLAGS (\\Flagged \\Seen $Forwarded))',
    ]);
    expect(await sent()).toMatchObject([{ starred: true, unread: false, sending: { kind: 'send' } }]);
    // A program that has missed the answer tries again.
    expect(await append()).toEqual({ validity, uid });
    expect(await sound()).toEqual([]);
  });

  test('is recognised though its bytes are others: Bcc, line ends, another transfer encoding', async () => {
    await submit(written({ headers: { Received: 'from may by mail; Fri, 20 Nov 2026 08:00:00 +0700' } }));
    await append(
      written({ headers: { Bcc: 'sep@saomai.example' }, encoding: 'base64', text: `${TEXT}\r\n` }),
    );
    expect(await sent()).toHaveLength(1);
  });

  test.each<[string, Written]>([
    ['another text', { text: 'Em xin lỗi, đây là bản đúng.\r\n' }],
    ['another subject', { headers: { Subject: 'Báo giá sửa lại' } }],
    ['another date', { headers: { Date: 'Fri, 20 Nov 2026 08:00:01 +0700' } }],
    ['another sender', { headers: { From: 'Khach <khach@minhphat.example>' } }],
    ['another Message-ID', { headers: { 'Message-ID': '<khac@may.saomai.example>' } }],
    ['a file besides', { headers: { 'Content-Disposition': 'attachment; filename=a.txt' }, text: TEXT }],
  ])('is a second message with %s', async (_what, other) => {
    await submit();
    await append(written(other));
    expect(await sent()).toHaveLength(2);
    expect(await sound()).toEqual([]);
  });

  test('is a second message in another folder, and a day later', async () => {
    await submit();
    await append(written(), '\\Seen', 'Archive');
    expect([await sent(), await mailIn(an, 'Archive')]).toMatchObject([[{}], [{}]]);
    server.clock.set(server.clock.now() + DAY + 1000);
    imap = await signIn();
    await append();
    expect(await sent()).toHaveLength(2);
  });

  test('is what was appended twice where nothing was submitted', async () => {
    await append();
    await append();
    expect(await sent()).toHaveLength(2);
  });
});

describe('a program that appends its copy before it submits', () => {
  test('finds one message in Sent, which is the submitted one with the marks of the copy', async () => {
    const { uid } = await append(written(), '\\Seen \\Flagged');
    await submit();
    expect(await sent()).toMatchObject([{ starred: true, sending: { kind: 'send' } }]);
    expect(await uidsInSent()).toBe(`* SEARCH ${uid + 1}`);
    // The same submission again is neither sent nor filed twice.
    await submit();
    expect(await sent()).toHaveLength(1);
    expect(await sound()).toEqual([]);
  });

  test('keeps a copy that says something else', async () => {
    await append(written({ text: 'Bản nháp.\r\n' }));
    await submit();
    expect(await sent()).toHaveLength(2);
  });
});
