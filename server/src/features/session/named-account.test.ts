import { getUserInfo } from '@bocau/contract/account.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { ACCOUNT_HEADER, COOKIE_HEADER, PERSON_COOKIE, SESSION_COOKIE } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '../../demo-world/people.ts';
import { errorsOf } from '../../platform/http/open-api.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const OWNER = 'lan.anh@saomai.example';
const password = people[0]?.password as string;

let server: TestServer;
let owner: ApiClient;

beforeAll(async () => {
  server = await startTestServer({});
  owner = await server.signIn(OWNER);
});
afterAll(() => server.close());

/** This user's page, and its calls in the browser's current session. */
async function openPage(email: string) {
  const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };
  const entered = await fetch(`${server.baseUrl}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  });
  const [session = '', person = ''] = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] as string);
  const call = (named: string | null, path: string, init: RequestInit = {}) =>
    fetch(`${server.baseUrl}${path}`, {
      ...init,
      headers: {
        ...headers,
        cookie: `${session}; ${person}`,
        ...(named === null ? {} : { [ACCOUNT_HEADER.name]: named }),
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
  return { call, token: session.replace(`${SESSION_COOKIE}=`, '') };
}

async function outcomeOf(answer: Response): Promise<unknown> {
  const { error } = (await answer.json()) as { error?: { code: string } };
  return error === undefined ? answer.status : [answer.status, error.code];
}

const OTHER = [401, 'other_account'];
const WRITES = [
  ['POST', '/api/v2/settings', [{ key: 'language', value: 'en' }]],
  ['POST', '/api/v2/messages', { subject: 'Nháp' }],
  ['POST', '/api/v2/auth/logout', undefined],
] as const;

test('AU-6 AU-2 a page of somebody else reads, writes and signs out nothing in this session', async () => {
  const an = await newPerson(server);
  const page = await openPage(an.email);
  const others = ACCOUNT_HEADER.value('ha.pham@saomai.example');
  for (const [method, path, body] of WRITES) {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    expect(await outcomeOf(await page.call(others, path, init)), path).toEqual(OTHER);
  }
  for (const path of [
    '/api/v2/user/info',
    '/api/v2/start?in=INBOX&limit=1&offset=0',
    '/api/v2/auth/session',
  ]) {
    expect(await outcomeOf(await page.call(others, path)), path).toEqual(OTHER);
    expect((await page.call(ACCOUNT_HEADER.value(an.email), path)).status, path).toBe(200);
  }
});

test('the description of the API names the refusal', () => {
  expect(errorsOf(getUserInfo)).toContain('other_account');
});

test('AU-6 the own account is known in each of its spellings, and what is none is of nobody', async () => {
  const page = await openPage('minh.tran@saomai.example');
  const asked = async (named: string) => outcomeOf(await page.call(named, '/api/v2/user/info'));
  for (const own of ['minh.tran%40saomai.example', 'Minh.Tran@SaoMai.example', 'ketoan%40saomai.example']) {
    expect(await asked(own), own).toBe(200);
  }
  for (const none of ['', '%', '%00', 'minh.tran%40saomai.example%00', '%ff', 'a'.repeat(4000), '%40', '1']) {
    expect(await asked(none), none.slice(0, 40)).toEqual(OTHER);
  }
});

test.each([
  ['with', false],
  ['without', true],
])(
  'AU-6 AU-5 a page of somebody who is renamed goes on, %s the old address as an alias',
  async (_how, drop) => {
    const an = await newPerson(server);
    const page = await openPage(an.email);
    const stranger = await openPage('ha.pham@saomai.example');
    const old = ACCOUNT_HEADER.value(an.email);
    const { data: found } = await owner.listPeople({ query: { search: an.email } });
    const email = `moi-${an.email}`;
    await owner.renamePerson({ params: { id: found[0]?.id as string }, body: { email, drop_old: drop } });
    expect((await page.call(old, '/api/v2/user/info')).status).toBe(200);
    expect((await page.call(ACCOUNT_HEADER.value(email), '/api/v2/user/info')).status).toBe(200);
    expect(await outcomeOf(await stranger.call(old, '/api/v2/user/info'))).toEqual(OTHER);
    const socket = await connectSocket(server.baseUrl, { room: an.email, token: page.token });
    expect(await socket.next('hello')).toBeDefined();
    const asked = await page.call(old, '/api/v2/auth/session');
    expect(asked.headers.getSetCookie().join()).toContain(`${PERSON_COOKIE}=${ACCOUNT_HEADER.value(email)}`);
    if (!drop) return;
    // The address belongs to someone else by now.
    const binh = await newPerson(server);
    const { data: others } = await owner.listPeople({ query: { search: binh.email } });
    await owner.renamePerson({ params: { id: others[0]?.id as string }, body: { email: an.email } });
    expect(await outcomeOf(await page.call(old, '/api/v2/user/info'))).toEqual(OTHER);
  },
);
