import { COOKIE_HEADER, SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from './demo-world/people.ts';
import { type NewPerson, newPerson } from './test-kit/new-person.ts';
import { runJobsUntilIdle } from './test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';
import { writeDraft } from './test-kit/write-mail.ts';

/** Calls as other programs write them down: by method, path and body, without our client. */
let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  [an, binh] = [await newPerson(server), await newPerson(server)];
});
afterAll(() => server.close());

async function call(method: string, path: string, body?: unknown, token: string | null = an.client.token) {
  const answer = await fetch(`${server.baseUrl}/api/v2/${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { [SESSION_HEADER]: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

async function dataOf(method: string, path: string, body?: unknown) {
  const { status, json } = await call(method, path, body);
  expect(status).toBe(200);
  expect(Object.keys(json).filter((key) => key !== 'data' && key !== 'meta')).toEqual([]);
  return json['data'];
}

const READS = ['user/info', 'accounts/quota', 'folders', 'settings', 'threads?in=INBOX'];

test.each(READS)(
  'AP-1 ER-8 GET %s answers its data, and without a session an error of the list',
  async (path) => {
    expect(await dataOf('GET', path)).toBeDefined();
    const { status, json } = await call('GET', path, undefined, null);
    expect(status).toBe(401);
    expect(json).toEqual({ error: { code: 'session_required', message: expect.any(String) } });
  },
);

describe('what is read', () => {
  test('AP-2 the person', async () => {
    expect(await dataOf('GET', 'user/info')).toMatchObject({ email: an.email, enable_smtp: 1, type: 'User' });
  });

  test('AP-3 the quota: what there is in megabytes, what is used in bytes', async () => {
    expect(await dataOf('GET', 'accounts/quota')).toEqual({
      user_quota: 1_000,
      user_used_quota: 0,
      auto_quota: expect.any(Boolean),
      drive: { user_quota: 10_240, user_used_quota: 0 },
    });
  });

  test('AP-31 AP-35 files, several by their ids and one by its own', async () => {
    const upload = new FormData();
    upload.set('file', new File(['1,5'], 'Bảng giá.txt'));
    const { data: files } = await an.client.uploadFile({ form: upload });
    const id = files[0]?.id;
    expect(await dataOf('GET', `files?ids=${id}`)).toEqual([
      expect.objectContaining({ id, name: 'Bảng giá.txt' }),
    ]);
    expect(await dataOf('GET', `files/${id}`)).toMatchObject({ id, name: 'Bảng giá.txt', size: 3 });
  });

  test('AP-47 what makes a draft look like spam', async () => {
    const { id } = await writeDraft(an, [binh.email]);
    expect(await dataOf('GET', `messages/${id}/spam`)).toEqual({ symbols: [], asks: false });
  });
});

describe('what is sent', () => {
  test('AP-48 AP-49 periodically, and no more', async () => {
    const draft = await writeDraft(an, [binh.email]);
    const day = new Date(server.clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const rule = { period: { by_days: 1 }, time_send: '08:00', start_day: day };
    expect(await dataOf('POST', 'messages/periodic', { msg_id: draft.id, ...rule })).toMatchObject({
      id: draft.id,
      folder: 'webmail_period',
    });
    expect(await dataOf('DELETE', `messages/${draft.id}/periodic`)).toMatchObject({ folder: 'Drafts' });
  });

  test('AP-50 and taken back', async () => {
    const draft = await writeDraft(an, [binh.email], { subject: 'Gửi nhầm' });
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await runJobsUntilIdle(server.context);
    const subjects = async () =>
      (await binh.client.listThreads({ query: { in: 'INBOX' } })).data.map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Gửi nhầm']);
    expect(await dataOf('POST', 'messages/recall', { message_id: draft.id })).toMatchObject({ id: draft.id });
    await runJobsUntilIdle(server.context);
    expect(await subjects()).toEqual([]);
  });
});

test('AP-72 threads are searched, filtered by an address, and read one by one', async () => {
  const draft = await writeDraft(binh, [an.email], { subject: 'Quyết toán quý ba' });
  await binh.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  const row = expect.objectContaining({ subject: 'Quyết toán quý ba' });
  expect(await dataOf('GET', 'threads/search?in=INBOX&q=quyet+toan')).toEqual([row]);
  expect(await dataOf('GET', `threads/search?in=INBOX&from_addr=${binh.email}`)).toEqual([row]);
  expect(await dataOf('GET', `threads/search?in=INBOX&from_addr=${an.email}&q=quyet`)).toEqual([]);
  const { data: threads } = await an.client.listThreads({ query: { in: 'INBOX' } });
  const thread = threads.find(({ subject }) => subject === 'Quyết toán quý ba');
  expect(await dataOf('GET', `threads/${thread?.id}?in=INBOX`)).toMatchObject({
    subject: 'Quyết toán quý ba',
  });
});

test('AP-73 signing in answers a token, which signing out ends', async () => {
  const [{ password } = { password: '' }] = people;
  const { json } = await call('POST', 'auth/login', { email: an.email, password }, null);
  const { token } = json['data'] as { token: string };
  expect((await call('GET', 'user/info', undefined, token)).status).toBe(200);
  expect((await call('POST', 'auth/logout', undefined, token)).status).toBe(200);
  expect((await call('GET', 'user/info', undefined, token)).status).toBe(401);
});

describe('a field that no schema knows', () => {
  test('is refused of a program, which hears its name, and nothing is done', async () => {
    const before = await dataOf('GET', 'folders');
    const body = { name: 'Khách hàng', colour: 'red' };
    const { status, json } = await call('POST', 'folders', body);
    const fields = [{ field: 'colour', problem: 'There is no such field', rule: 'invalid' }];
    expect([status, json['error']]).toEqual([
      400,
      {
        code: 'invalid_input',
        message: "The body can't be used: colour There is no such field",
        details: { part: 'body', fields },
      },
    ]);
    expect(await dataOf('GET', 'folders')).toEqual(before);
  });

  test('is left out where a page sends it, which may be of the release after this one', async () => {
    const answer = await fetch(`${server.baseUrl}/api/v2/folders`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', [COOKIE_HEADER.name]: COOKIE_HEADER.value },
        cookie: `${SESSION_COOKIE}=${an.client.token}`,
      },
      body: JSON.stringify({ name: 'Khách hàng', colour: 'red' }),
    });
    expect(answer.status).toBe(201);
  });
});
