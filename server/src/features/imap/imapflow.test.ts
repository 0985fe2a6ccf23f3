import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

const CERTIFICATES = join(import.meta.dirname, '../../test-kit/certificates');

let server: TestServer;
let an: NewPerson;
const open: ImapFlow[] = [];

beforeAll(async () => {
  server = await startTestServer({
    env: {
      ROLES: 'http,imap',
      MAIL_TLS_CERT: join(CERTIFICATES, 'mail.test.cert.pem'),
      MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
      IMAP_TLS_PORT: '0',
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

async function connect(secure: boolean): Promise<ImapFlow> {
  const { imapPort, imapTlsPort } = server.running;
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: (secure ? imapTlsPort : imapPort) as number,
    secure,
    tls: { rejectUnauthorized: false },
    auth: { user: an.email, pass: lanAnh.password },
    logger: false,
  });
  await client.connect();
  open.push(client);
  return client;
}

async function signOut(): Promise<void> {
  for (const client of open.splice(0)) await client.logout();
}

const raw = (subject: string) =>
  `From: Khach <khach@x.example>\r\nTo: ${an.email}\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x.example>\r\n\r\nXin chào\r\n`;

test.each([
  ['STARTTLS', false],
  ['implicit TLS', true],
])('a mail program finds its folders over %s, and does with messages what it wants', async (_how, secure) => {
  const client = await connect(secure);
  const folders = await client.list({ statusQuery: { messages: true, unseen: true } });
  expect(folders.map(({ path, specialUse }) => [path, specialUse])).toEqual(
    expect.arrayContaining([
      ['INBOX', '\\Inbox'],
      ['Sent', '\\Sent'],
      ['Drafts', '\\Drafts'],
      ['Trash', '\\Trash'],
    ]),
  );
  await client.mailboxCreate('Khách hàng');
  expect((await an.client.listFolders({})).data.map(({ name }) => name)).toContain('Khách hàng');
  const appended = await client.append('INBOX', raw('Báo giá'), ['\\Flagged']);
  expect(appended).toMatchObject({ destination: 'INBOX', uid: 1 });
  await client.mailboxOpen('INBOX');
  const message = await client.fetchOne('1', {
    envelope: true,
    bodyStructure: true,
    source: true,
    flags: true,
  });
  expect(message).toMatchObject({
    uid: 1,
    flags: new Set(['\\Flagged']),
    envelope: { messageId: '<Báo giá@x.example>', from: [{ address: 'khach@x.example' }] },
    bodyStructure: { type: 'text/plain' },
  });
  expect((message as { source: Buffer }).source.toString()).toBe(raw('Báo giá'));
  expect(await client.search({ flagged: true }, { uid: true })).toEqual([1]);
  await client.messageFlagsAdd('1', ['\\Seen', '$Work']);
  const moved = await client.messageMove('1', 'Khách hàng');
  expect(moved).toMatchObject({ destination: 'Khách hàng', uidMap: new Map([[1, 1]]) });
  expect((await mailIn(an, 'Khách hàng'))[0]).toMatchObject({ starred: true, unread: false });
  expect(await client.status('Khách hàng', { messages: true, uidNext: true })).toMatchObject({
    messages: 1,
    uidNext: 2,
  });
  await client.mailboxOpen('Khách hàng');
  await client.messageDelete('1');
  expect(await mailIn(an, 'Khách hàng')).toEqual([]);
  await signOut();
});

test('a mail program that idles hears of new mail', async () => {
  const client = await connect(true);
  await client.mailboxOpen('INBOX');
  const told = new Promise<number>((resolve) => {
    client.on('exists', ({ count }: { count: number }) => resolve(count));
  });
  const idling = client.idle();
  await fileMail(server.context, an.mailbox, {});
  expect(await told).toBe(1);
  await client.noop();
  await idling;
  await signOut();
});

test('a mail program that comes back asks for what has changed since', async () => {
  const client = await connect(true);
  await client.append('INBOX', raw('Một'), []);
  await client.append('INBOX', raw('Hai'), []);
  const { highestModseq } = await client.mailboxOpen('INBOX');
  const other = await connect(true);
  await other.mailboxOpen('INBOX');
  await other.messageFlagsAdd('2', ['\\Flagged']);
  const changed = await client.fetchAll('1:*', { flags: true }, { changedSince: highestModseq as bigint });
  expect(changed.map(({ uid, flags }) => [uid, [...(flags ?? [])]])).toEqual([[2, ['\\Flagged']]]);
  await signOut();
});
