import { COOKIE_HEADER, SESSION_HEADER } from '@bocau/contract/session.ts';
import { SOCKET_CLOSES } from '@bocau/contract/socket.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { recordSecurityChange, recordSignIn } from '../../identity/security/record-event.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SecondServer, startSecondServer } from '../../test-kit/second-server.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createSessionWatch } from '../session/session-watch.ts';
import { hashToken, newToken } from '../session/tokens.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const HOUR = 3_600_000;

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({
    env: { ROLES: 'http,mail', SUBMISSION_PLAINTEXT_AUTH: 'loopback', TRUSTED_PROXIES: '1' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

type Browser = { from?: string; password?: string; userAgent?: string; headers?: Record<string, string> };

/** Like a browser, which gets its session as a cookie. */
async function openBrowser({
  from = '192.0.2.1',
  password = lanAnh.password,
  userAgent = FIREFOX,
  headers = {},
}: Browser = {}) {
  const answer = await fetch(`${server.baseUrl}/api/v2/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'x-forwarded-for': from,
      [COOKIE_HEADER.name]: COOKIE_HEADER.value,
      ...headers,
    },
    body: JSON.stringify({ email: an.email, password }),
  });
  return answer;
}

/** The device cookie from the browser's first sign-in. */
async function cookieOfDevice(): Promise<string[]> {
  const cookies = (await openBrowser()).headers.getSetCookie();
  return cookies
    .filter((line) => line.startsWith('bocau_device='))
    .map((line) => line.split(';')[0] as string);
}

const history = async (page = 1) => (await an.client.listActivities({ query: { page: String(page) } })).data;
const signedIn = { method: 'password', outcome: 'ok', protocol: 'smtp', userAgent: 'SMTP' } as const;

describe('the sign-in history', () => {
  test('LH-1 AP-63 says when, from where, by what and with what outcome, newest first', async () => {
    await openBrowser({ from: '198.51.100.7', userAgent: PHONE });
    await server.clock.advance(1_000);
    await openBrowser({ from: '203.0.113.9', password: 'sai' });
    const [wrong, phone, program] = await history();
    expect(wrong).toMatchObject({
      kind: 'sign_in',
      method: 'password',
      outcome: 'wrong_password',
      address: '203.0.113.9',
      device: { browser: 'Firefox 145', system: 'Linux', kind: 'desktop' },
    });
    expect(phone).toMatchObject({
      outcome: 'ok',
      protocol: 'web',
      address: '198.51.100.7',
      device: { browser: 'Safari 18', system: 'iOS', kind: 'phone' },
    });
    expect(program).toMatchObject({ outcome: 'ok', protocol: 'api', device: { kind: 'program' } });
    expect(wrong?.at).toBe((phone?.at ?? 0) + 1);
  });

  test('LH-1 a program that signs in again and again has one line in six hours', async () => {
    const at = Math.floor(server.clock.now() / 1000 / 21_600) * 21_600;
    for (const later of [0, 60, 21_599, 21_600]) {
      const event = { ...signedIn, mailboxId: an.mailbox, address: '192.0.2.4', at: at + later };
      await inTransaction(server.context.db, (tx) => recordSignIn(tx, event));
    }
    await server.clock.advance(7 * HOUR);
    const lines = (await history()).filter(({ protocol }) => protocol === 'smtp');
    expect(lines.map(({ first_at, at: last, times }) => [first_at - at, last - at, times])).toEqual([
      [21_600, 21_600, 1],
      [0, 21_599, 3],
    ]);
  });

  test('LH-1 who guesses from a hundred networks writes eight lines, and hides no try that knew the password', async () => {
    const at = Math.floor(server.clock.now() / 1000 / 21_600) * 21_600;
    const failed = { ...signedIn, outcome: 'wrong_password', mailboxId: an.mailbox, at } as const;
    const known = { ...failed, method: 'totp', outcome: 'wrong_code', address: '10.0.0.1' } as const;
    const refused = { ...failed, outcome: 'refused', address: '10.0.0.1' } as const;
    await inTransaction(server.context.db, async (tx) => {
      for (const event of [known, refused]) await recordSignIn(tx, event);
      for (let network = 0; network < 100; network += 1) {
        const address = `10.0.${network}.1`;
        await recordSignIn(tx, { ...failed, address });
      }
    });
    const all = await history();
    const lines = all.filter(({ outcome }) => outcome === 'wrong_password');
    expect(lines).toHaveLength(8);
    expect(all).toContainEqual(
      expect.objectContaining({ outcome: 'wrong_code', method: 'totp', address: known.address, times: 1 }),
    );
    expect(all).toContainEqual(
      expect.objectContaining({ outcome: 'refused', address: refused.address, times: 1 }),
    );
    expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(100);
  });

  test('AP-63 comes in pages, of one’s own account alone, and goes back 180 days', async () => {
    const other = await newPerson(server);
    const now = Math.floor(server.clock.now() / 1000);
    const days = Array.from({ length: 400 }, (_, n) => now - (n + 1) * 43_200);
    const change = { mailboxId: an.mailbox, change: 'password_changed' } as const;
    await inTransaction(server.context.db, async (tx) => {
      for (const at of days) await recordSecurityChange(tx, { ...change, at });
    });
    const { data, meta } = await an.client.listActivities({ query: { page: '18' } });
    expect(data.map(({ at }) => now - at).at(-1)).toBe(359 * 43_200);
    expect(meta).toEqual({ page: 18, has_more: true });
    const last = await an.client.listActivities({ query: { page: '19' } });
    expect(last.meta.has_more).toBe(false);
    expect(last.data).toHaveLength(1);
    expect((await other.client.listActivities({ query: {} })).data).toHaveLength(1);
  });

  test('LH-2 a sign-in from an unknown browser is told in the inbox and in every open session', async () => {
    const { context } = server;
    await inTransaction(context.db, (tx) =>
      tx.deleteFrom('known_devices').where('mailbox_id', '=', an.mailbox).execute(),
    );
    const [first] = await cookieOfDevice();
    const socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
    await socket.next('hello');
    // From another address, with its device cookie: no alert.
    await openBrowser({ from: '198.51.100.7', headers: { cookie: first as string } });
    await openBrowser({ from: '203.0.113.9', userAgent: PHONE });
    expect(await socket.next('new_sign_in')).toMatchObject({
      address: '203.0.113.9',
      device: { browser: 'Safari 18', system: 'iOS', kind: 'phone' },
    });
    await runJobsUntilIdle(context);
    const inbox = (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
    expect(inbox.map(({ subject }) => subject)).toEqual(['Đăng nhập mới: Safari 18 trên iOS']);
    expect(inbox[0]?.snippet).toMatch(/Thời gian: \d\d\/\d\d\/\d{4} \d\d:\d\d \(Việt Nam, GMT\+7\)/);
    await socket.close();
  });

  test('LH-2 alerts can be switched off, which stands in the history and in a message, however often it is done', async () => {
    await openBrowser();
    const alerts = (value: boolean) => an.client.saveSettings({ body: [{ key: 'sign_in_alerts', value }] });
    for (const value of [false, true, false]) await alerts(value);
    const off = (await history()).filter(({ kind }) => kind === 'alerts_off');
    expect(off).toMatchObject([{ address: '127.0.0.1', times: 2 }]);
    await openBrowser({ userAgent: PHONE });
    await runJobsUntilIdle(server.context);
    const told = (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
    // Of the first browser, while alerts were on.
    expect(told.map(({ subject }) => subject).sort()).toEqual([
      'Đã tắt cảnh báo đăng nhập',
      'Đăng nhập mới: Firefox 145 trên Linux',
    ]);
  });

  test('LH-1 ending what is not there leaves no line, and is limited', async () => {
    for (let index = 0; index < 20; index += 1) {
      expect((await an.client.endOtherSessions({})).data).toEqual({ ended: 0 });
    }
    await expect(an.client.reportNotMe({})).rejects.toMatchObject({ code: 'too_many_requests' });
    expect((await history()).map(({ kind }) => kind)).toEqual(['sign_in']);
    const another = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    expect((await another.endOtherSessions({})).data).toEqual({ ended: 1 });
  });

  test('LH-2 “this was not me” signs out everything else and knows no device any more', async () => {
    const socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
    await socket.next('hello');
    await openBrowser({ userAgent: PHONE });
    expect(await socket.next('new_sign_in')).toMatchObject({ device: { browser: 'Safari 18' } });
    const traces = async () =>
      (await an.client.listActivities({ query: { only: 'stranger' } })).data.map(({ kind }) => kind);
    const add = (change: 'passkey_added' | 'alerts_off') =>
      inTransaction(server.context.db, (tx) =>
        recordSecurityChange(tx, {
          mailboxId: an.mailbox,
          change,
          at: Math.floor(server.clock.now() / 1000),
        }),
      );
    await add('passkey_added');
    await add('alerts_off');
    expect(await traces()).toEqual([]);
    expect((await an.client.reportNotMe({})).data).toEqual({ ended: 1 });
    expect((await socket.closed).code).toBe(SOCKET_CLOSES.session_required);
    const passwords = { current_password: lanAnh.password, new_password: 'Bến-Thuyền-47-xuôi' };
    await an.client.changePassword({ body: passwords });
    expect((await an.client.listSessions({})).data.map(({ current }) => current)).toEqual([true]);
    // A new password does not revoke passkeys.
    expect(await traces()).toEqual(['passkey_added']);
    const another = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
    await another.next('hello');
    await openBrowser({ password: passwords.new_password });
    expect(await another.next('new_sign_in')).toMatchObject({ device: { browser: 'Firefox 145' } });
    await another.close();
  });

  test('AU-2 a new forward stands in it', async () => {
    const rule = {
      match: 'all',
      conditions: [{ type: 'subject', comparator: 'contains', value: 'hóa đơn' }],
      actions: [{ enable: true, type: 'redirect', value: 'khach@minhphat.example' }],
    };
    await an.client.createRule({ body: { is_enable: true, sieve_json: JSON.stringify(rule) } });
    expect((await history())[0]).toMatchObject({
      kind: 'redirect_added',
      about: 'khach@minhphat.example',
      outcome: null,
    });
  });
});

describe('where somebody is signed in', () => {
  let second: SecondServer;

  beforeEach(async () => {
    second = await startSecondServer(server);
  });
  afterEach(() => second.close());

  const statusAt = async (baseUrl: string, token: string) =>
    (await fetch(`${baseUrl}/api/v2/user/info`, { headers: { [SESSION_HEADER]: token } })).status;

  test('LH-1 lists the sessions and marks this one; one that is ended is out at every process', async () => {
    const laptop = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    await openBrowser({ from: '198.51.100.7', userAgent: PHONE });
    const listed = (await an.client.listSessions({})).data;
    expect(listed.map(({ protocol, current }) => [protocol, current])).toEqual(
      expect.arrayContaining([
        ['api', true],
        ['api', false],
        ['web', false],
      ]),
    );
    expect(listed.find(({ protocol }) => protocol === 'web')).toMatchObject({
      address: '198.51.100.7',
      device: { browser: 'Safari 18', kind: 'phone' },
    });
    const id = (await laptop.listSessions({})).data.find(({ current }) => current)?.id as string;
    expect(await statusAt(second.baseUrl, laptop.token)).toBe(200);
    await an.client.endSession({ params: { id } });
    await expect.poll(() => statusAt(second.baseUrl, laptop.token)).toBe(401);
    expect(await statusAt(server.baseUrl, laptop.token)).toBe(401);
    expect(await statusAt(second.baseUrl, an.client.token)).toBe(200);
    await expect(an.client.endSession({ params: { id } })).rejects.toMatchObject({ code: 'not_found' });
    expect((await history())[0]).toMatchObject({ kind: 'session_ended' });
  });

  test('AU-6 all others at once: calls, sockets, running downloads and mail programs, at both processes', async () => {
    const thief = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    const file = await addLargeFile();
    const plain = Buffer.from(`\0${an.email}\0${lanAnh.password}`).toString('base64');
    const opened = await Promise.all(
      [server, second].map(async ({ baseUrl, running }) => {
        const socket = await connectSocket(baseUrl, { room: an.email, token: thief.token });
        await socket.next('hello');
        const download = await fetch(`${baseUrl}/api/v2/files/${file}/download`, {
          headers: { [SESSION_HEADER]: thief.token },
        });
        expect(download.status).toBe(200);
        const port = running.submissionPort as number;
        const program = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
        expect(await program.command(`AUTH PLAIN ${plain}`)).toMatchObject({ code: 235 });
        return { baseUrl, socket, download, program };
      }),
    );

    expect((await an.client.endOtherSessions({})).data).toEqual({ ended: 1 });
    for (const { baseUrl, socket, download, program } of opened) {
      expect(await socket.closed).toMatchObject({ code: 4401 });
      await expect(download.arrayBuffer()).rejects.toThrow('terminated');
      expect(await program.command(`MAIL FROM:<${an.email}>`)).toMatchObject({ code: 530 });
      await expect.poll(() => statusAt(baseUrl, thief.token)).toBe(401);
    }
    expect((await an.client.listSessions({})).data).toHaveLength(1);
  });

  test('AU-6 what was opened while its session ended, and nobody was told of, is closed within five seconds', async () => {
    const watch = await createSessionWatch(server.context);
    const closed: string[] = [];
    const open = (name: string, tokenHash: Buffer) =>
      watch.watch({ person: an.mailbox, session: { id: name, tokenHash } } as SessionCaller, () =>
        closed.push(name),
      );
    open('lives', hashToken(an.client.token));
    open('ended', hashToken(newToken()));
    await server.clock.advance(5_000);
    await expect.poll(() => closed).toEqual(['ended']);
    watch.stop();
  });
});

/** More than the socket buffers hold before the client reads. */
async function addLargeFile(): Promise<string> {
  const { key, size } = await server.context.blobs.put(Buffer.alloc(40_000_000, 1));
  const file = { name: 'lớn.bin', contentType: 'application/octet-stream', contentId: null, inline: false };
  const message = await fileMail(server.context, an.mailbox, {
    attachments: [{ ...file, size, blob: key, held: null }],
  });
  const { id } = await server.context.db
    .selectFrom('attachments')
    .select('id')
    .where('mailbox_id', '=', an.mailbox)
    .where('message_id', '=', message)
    .executeTakeFirstOrThrow();
  return id;
}
