import { connect } from 'node:net';
import type { PushChoice } from '@bocau/contract/push.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { pushTask } from '../../mail/push/push-task.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { createSecretBox } from '../../platform/secrets/secret-box.ts';
import { fileMail, fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { type PushService, startPushService } from '../../test-kit/push-service.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startSecondServer } from '../../test-kit/second-server.ts';
import { type SignedInClient, signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { openKeys, resealPushKey } from './vapid-keys.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CHOICE: PushChoice = { content: 'subject', folders: ['INBOX'], quiet: null };

let service: PushService;
let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({
    env: { PUSH_INTERNAL_HOSTS: service.host, SESSION_SECONDS: String(90 * 24 * 3600) },
    dial: (host, port) => connect({ host, port }),
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(async () => {
  an = await newPerson(server);
});
afterEach(() => {
  service.received.length = 0;
  service.replies.length = 0;
});

async function subscribe(client: SignedInClient, browser: string, choice: Partial<PushChoice> = {}) {
  const { key } = (await client.getPush({})).data;
  if (key === null) throw new Error('no key');
  const subscription = service.subscribe(browser, key);
  await client.savePush({ body: { subscription, choice: { ...CHOICE, ...choice } } });
  return subscription;
}

/** The pushes that a message makes, as `browser: what it says`. */
async function pushesOf(mail: MailGiven = {}): Promise<string[]> {
  await fileMail(server.context, an.mailbox, mail);
  return work();
}

async function work(): Promise<string[]> {
  const before = service.received.length;
  await runJobsUntilIdle(server.context);
  return service.received.slice(before).map(({ browser, message }) => {
    if (message.kind === 'recalled') return `${browser}: recalled`;
    if (message.kind === 'reminder') return `${browser}: ${message.title} | ${message.body}`;
    const { sender, subject, spoofed } = message;
    return `${browser}: ${[spoofed && 'spoofed', sender, subject].filter(Boolean).join(' | ')}`;
  });
}

describe('NT-9 new mail is pushed', () => {
  test('to every browser of its person, each with what was chosen there, encrypted and signed', async () => {
    const second = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    const third = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    await subscribe(an.client, 'phone');
    await subscribe(second, 'desk', { content: 'sender' });
    await subscribe(third, 'tablet', { content: 'nothing' });
    const sender = { name: 'Trần Minh', email: 'minh@minhphat.example' };
    const told = await pushesOf({ sender, subject: 'Báo giá tháng 12' });
    expect(told.sort()).toEqual(['desk: Trần Minh', 'phone: Trần Minh | Báo giá tháng 12', 'tablet: ']);
    const [message] = await mailIn(an, 'INBOX');
    for (const push of service.received) {
      expect(push.message).toMatchObject({
        kind: 'new_mail',
        id: message?.id,
        path: `/folder/INBOX/${message?.thread_id}`,
        language: 'vi',
      });
      expect(push.headers).toMatchObject({ topic: message?.id.replaceAll('-', ''), urgency: 'high' });
    }
  });

  test('and is small, whatever the message says of itself', async () => {
    await subscribe(an.client, 'phone');
    const long = 'Ộ'.repeat(5000);
    await pushesOf({ sender: { name: long, email: 'a@b.example' }, subject: long, spoofed: true });
    const [push] = service.received;
    expect(push?.bytes).toBeLessThan(3 * 1024);
    expect(push?.message).toMatchObject({ spoofed: true, subject: `${'Ộ'.repeat(199)}…` });
  });

  test('by its address where the name is not to be believed', async () => {
    await subscribe(an.client, 'phone', { content: 'sender' });
    const sender = { name: 'giamdoc@nganhang.vn', email: 'x@evil.example' };
    expect(await pushesOf({ sender })).toEqual(['phone: x@evil.example']);
  });

  test('from the chosen folders alone; read mail, spam and mail that is moved in never', async () => {
    const { data: own } = await an.client.createFolder({ body: { name: 'Hóa đơn' } });
    const { data: junk } = await an.client.getFolderByName({ query: { name: 'Junk' } });
    await subscribe(an.client, 'phone', { folders: [own.id, junk.id] });
    expect(await pushesOf({ subject: 'Hộp đến' })).toEqual([]);
    expect(await pushesOf({ folder: 'Junk' })).toEqual([]);
    expect(await pushesOf({ folder: own.id, unread: false })).toEqual([]);
    expect(await pushesOf({ folder: own.id, subject: 'Hóa đơn 11' })).toEqual([
      'phone: khach@minhphat.example | Hóa đơn 11',
    ]);
    expect(service.received[0]?.message).toMatchObject({
      path: expect.stringMatching(/^\/folder\/H%C3%B3a%20%C4%91%C6%A1n\/[\w-]+$/),
    });
  });

  test('unless it was read or deleted before the push left', async () => {
    await subscribe(an.client, 'phone');
    const [read, gone] = await fileMails(server.context, an.mailbox, [{}, {}]);
    const inbox = await mailIn(an, 'INBOX');
    const { folder_id } = inbox[0] as (typeof inbox)[number];
    const threadOf = (id?: string) => inbox.find((message) => message.id === id)?.thread_id as string;
    await an.client.markThreads({ body: { ids: [threadOf(read)], folder_id, unread: false } });
    await an.client.deleteThreads({ body: { ids: [threadOf(gone)], folder_id } });
    expect(await work()).toEqual([]);
  });

  test('outside of quiet hours, by the time zone of the settings', async () => {
    await subscribe(an.client, 'phone', { quiet: { from: '22:00', to: '07:00' } });
    const day = new Date(server.clock.now() + DAY_MS).toISOString().slice(0, 10);
    const at = async (time: string) => {
      server.clock.set(Date.parse(`${day}T${time}:00+07:00`));
      return (await pushesOf({})).length;
    };
    expect(await at('06:59')).toBe(0);
    expect(await at('07:00')).toBe(1);
    expect(await at('21:59')).toBe(1);
    expect(await at('22:00')).toBe(0);
    await an.client.saveSettings({ body: [{ key: 'time_zone', value: 'Europe/London' }] });
    expect(await at('22:30'), 'half past three in London').toBe(1);
  });

  test('to the row of the list, where lists show single messages', async () => {
    await subscribe(an.client, 'phone');
    await an.client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
    await pushesOf();
    const [push] = service.received;
    expect(push?.message).toMatchObject({ path: `/folder/INBOX/m-${push?.message.id}` });
  });

  test('costs a mailbox without browsers no job', async () => {
    await fileMail(server.context, an.mailbox, {});
    expect(await runJobsUntilIdle(server.context)).not.toContain('push');
  });
});

describe('a push service', () => {
  test('NT-10 that calls a subscription gone ends it', async () => {
    for (const status of [404, 410]) {
      await subscribe(an.client, 'phone');
      service.replies.push({ status });
      await pushesOf();
      expect((await an.client.getPush({})).data.subscribed, String(status)).toBe(false);
    }
    expect(await pushesOf()).toEqual([]);
  });

  test.each([429, 503])('that is busy (%s) is asked again when it says', async (status) => {
    await subscribe(an.client, 'phone');
    service.replies.push({ status, headers: { 'retry-after': '120' } });
    expect(await pushesOf()).toEqual([]);
    await server.clock.advance(119_000);
    expect(await work()).toEqual([]);
    await server.clock.advance(2_000);
    expect(await work()).toHaveLength(1);
  });

  test('that stays busy is asked no more than nine times, and not after a day', async () => {
    await subscribe(an.client, 'phone');
    service.replies.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
    await pushesOf();
    for (let hour = 0; hour < 30; hour += 1) {
      await server.clock.advance(60 * MINUTE_MS);
      await work();
    }
    expect(service.replies).toHaveLength(11);
    service.replies.length = 0;
    service.replies.push({ status: 429, headers: { 'retry-after': '999999' } });
    await pushesOf();
    await server.clock.advance(7 * 60 * MINUTE_MS);
    expect(await work(), 'six hours at most').toHaveLength(1);
  });

  test('that refuses a push is not asked again, and the subscription stays', async () => {
    await subscribe(an.client, 'phone');
    service.replies.push({ status: 413 });
    expect(await pushesOf()).toEqual([]);
    await server.clock.advance(DAY_MS / 2);
    expect(await work()).toEqual([]);
    expect((await an.client.getPush({})).data.subscribed).toBe(true);
  });
});

describe('NT-10 a subscription', () => {
  test('ends at sign-out, at suspension and when it is turned off', async () => {
    const second = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    await subscribe(an.client, 'phone');
    await subscribe(second, 'desk');
    await second.logout({});
    expect(await pushesOf()).toEqual(['phone: khach@minhphat.example | Báo giá']);
    await an.client.removePush({});
    expect(await pushesOf()).toEqual([]);
    await subscribe(an.client, 'phone');
    await server.context.db
      .updateTable('mailboxes')
      .set({ active: false })
      .where('id', '=', an.mailbox)
      .execute();
    expect(await pushesOf()).toEqual([]);
  });

  test('is of a session that has not run out', async () => {
    await subscribe(an.client, 'phone');
    await server.clock.advance(91 * DAY_MS);
    expect(await pushesOf()).toEqual([]);
  });

  test('of a browser goes to whoever signed in there last', async () => {
    const ha = await newPerson(server);
    const { key } = (await an.client.getPush({})).data;
    const subscription = service.subscribe('shared', key as string);
    await an.client.savePush({ body: { subscription, choice: CHOICE } });
    await ha.client.savePush({ body: { subscription, choice: CHOICE } });
    expect((await an.client.getPush({})).data.subscribed).toBe(false);
    expect(await pushesOf()).toEqual([]);
    await fileMail(server.context, ha.mailbox, {});
    expect(await work()).toHaveLength(1);
  });

  test('is its session’s own: nobody else sees it, ends it or renews it', async () => {
    const ha = await newPerson(server);
    await subscribe(an.client, 'phone');
    expect((await ha.client.getPush({})).data.subscribed).toBe(false);
    await ha.client.removePush({});
    const { key } = (await ha.client.getPush({})).data;
    const subscription = service.subscribe('stranger', key as string);
    expect(await refusalOf(ha.client.savePush({ body: { subscription, choice: null } }))).toMatchObject({
      code: 'not_found',
    });
    expect(await pushesOf()).toHaveLength(1);
  });

  test('is renewed by the browser with what was chosen before', async () => {
    await subscribe(an.client, 'before', { content: 'sender' });
    const { key } = (await an.client.getPush({})).data;
    const subscription = service.subscribe('after', key as string);
    await an.client.savePush({ body: { subscription, choice: null } });
    expect(await pushesOf()).toEqual(['after: khach@minhphat.example']);
  });

  test('gives way where a person has more than ten: the one that was confirmed longest ago', async () => {
    const clients = [an.client];
    for (let n = 0; n < 10; n += 1)
      clients.push(await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password }));
    for (const [n, client] of clients.entries()) {
      await server.clock.advance(1000);
      await subscribe(client, `b${n}`);
    }
    const told = await pushesOf();
    expect(told).toHaveLength(10);
    expect(told.filter((line) => line.startsWith('b0:'))).toEqual([]);
  });

  test.each([
    ['http outside', 'http://push.example/x'],
    ['an address inside', 'https://127.0.0.1/x'],
    ['a cloud’s metadata', 'https://169.254.169.254/latest'],
    ['a port of its own', 'https://push.example:8443/x'],
    ['a password', 'https://a:b@push.example/x'],
    ['no address', 'phone'],
  ])('is refused for %s', async (_, endpoint) => {
    const { key } = (await an.client.getPush({})).data;
    const subscription = { ...service.subscribe('x', key as string), endpoint };
    const saving = an.client.savePush({ body: { subscription, choice: CHOICE } });
    expect(await refusalOf(saving)).toMatchObject({ code: 'invalid_input' });
  });

  test('is refused with a key that is no point of the curve', async () => {
    const { key } = (await an.client.getPush({})).data;
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const subscription = { ...service.subscribe('x', key as string), p256dh };
    const saving = an.client.savePush({ body: { subscription, choice: CHOICE } });
    expect(await refusalOf(saving)).toMatchObject({ code: 'invalid_input' });
  });
});

test('NT-12 RE-3 a recalled message is recalled from the browsers that it was pushed to, also in quiet hours', async () => {
  const sender = await newPerson(server);
  await subscribe(an.client, 'phone', { quiet: { from: '00:00', to: '23:59' } });
  await fileMail(server.context, an.mailbox, {});
  const draft = await writeDraft(sender, [an.email], { subject: 'Bảng lương' });
  await sender.client.sendMail({ body: { msg_id: draft.id } });
  expect(await work(), 'it is quiet').toEqual([]);
  const later = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
  await server.clock.advance(MINUTE_MS);
  await subscribe(later, 'subscribed later');
  await sender.client.recallMessage({ body: { message_id: draft.id } });
  const told = await work();
  expect(told.filter((line) => line.endsWith('recalled'))).toEqual(['phone: recalled']);
});

test('two processes push each message once to each browser', async () => {
  await subscribe(an.client, 'phone');
  const second = await startSecondServer(server);
  try {
    await fileMails(
      server.context,
      an.mailbox,
      Array.from({ length: 30 }, (_, n) => ({ subject: `Thư ${n}` })),
    );
    await Promise.all([runJobsUntilIdle(server.context), runJobsUntilIdle(server.context)]);
    const ids = service.received.map(({ message }) => message.id);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  } finally {
    await second.close();
  }
});

test('a job that runs twice pushes the same message, under one topic and one id', async () => {
  await subscribe(an.client, 'phone');
  const messageId = await fileMail(server.context, an.mailbox, {});
  await work();
  const { id } = await server.context.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('mailbox_id', '=', an.mailbox)
    .executeTakeFirstOrThrow();
  const at = Math.floor(server.clock.now() / 1000);
  const job = { mailboxId: an.mailbox, subscriptionId: id, messageId, kind: 'new_mail' as const, at };
  await inTransaction(server.context.db, (tx) => addJob(tx, pushTask, job));
  await work();
  const [first, again] = service.received;
  expect(again?.message).toEqual(first?.message);
  expect(again?.headers.topic).toBe(first?.headers.topic);
});

test('the private key is sealed, made once, and sealed anew by another key', async () => {
  const { db, secrets } = server.context;
  const [one, two] = await Promise.all([an.client.getPush({}), (await newPerson(server)).client.getPush({})]);
  expect(one.data.key).toBe(two.data.key);
  if (!secrets) throw new Error('no secrets');
  const keys = await openKeys(db, secrets);
  expect(keys?.publicKey).toBe(one.data.key);
  const next = createSecretBox([Buffer.alloc(32, 9), Buffer.alloc(32, 7)]);
  expect(await resealPushKey({ db, secrets: next })).toEqual({ count: 1, unopened: 0 });
  expect(await openKeys(db, createSecretBox([Buffer.alloc(32, 9)]))).toEqual(keys);
  const back = createSecretBox([Buffer.alloc(32, 7), Buffer.alloc(32, 9)]);
  await resealPushKey({ db, secrets: back });
  expect(await resealPushKey({ db, secrets: createSecretBox([Buffer.alloc(32, 1)]) })).toEqual({
    count: 0,
    unopened: 1,
  });
});

test('where pushes are switched off nothing is offered, and nothing leaves', async () => {
  await subscribe(an.client, 'phone');
  const { config } = server.context;
  const off = await startSecondServer(server, { push: { ...config.push, offered: false } });
  try {
    const client = await signedInClient(off.baseUrl, { email: an.email, password: lanAnh.password });
    expect((await client.getPush({})).data.key).toBeNull();
    const subscription = service.subscribe('x', 'x'.repeat(87));
    const saving = client.savePush({ body: { subscription, choice: CHOICE } });
    expect(await refusalOf(saving)).toMatchObject({ code: 'service_unavailable' });
    await fileMail(server.context, an.mailbox, {});
    await runJobsUntilIdle(off.context);
    expect(service.received).toEqual([]);
  } finally {
    await off.close();
  }
});
