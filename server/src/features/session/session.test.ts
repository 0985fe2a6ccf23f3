import { type ApiClient, ApiError, createApiClient } from '@bocau/contract/client.ts';
import { COOKIE_HEADER, PERSON_COOKIE, SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { people } from '../../demo-world/people.ts';
import { addProvider } from '../../test-kit/add-provider.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startSecondServer } from '../../test-kit/second-server.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { hashToken, newToken } from './tokens.ts';

const EMAIL = 'lan.anh@saomai.example';
// Everyone in the demo world has the same one.
const demoPassword = people[0]?.password as string;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.db.deleteFrom('sign_ins').execute();
});

const OF_OWN_PAGE = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };

type LoginOptions = { email?: string; from?: string; headers?: Record<string, string> };

function login(password: string, options: LoginOptions = {}) {
  const { email = EMAIL, from = '192.0.2.1', headers = {} } = options;
  return fetch(`${server.baseUrl}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ email, password }),
  });
}

async function statusesOf(tries: number, from: (index: number) => string, email = EMAIL): Promise<number[]> {
  const statuses = [];
  for (let index = 0; index < tries; index += 1) {
    statuses.push((await login('sai', { from: from(index), email })).status);
  }
  return statuses;
}

async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).code;
}

describe('signing in', () => {
  test('AU-1 AU-5 AP-73 answers a program a token and who it is, and no cookie', async () => {
    const answer = await login(demoPassword, { email: '  Lan.Anh@SaoMai.example ' });
    const { data } = (await answer.json()) as { data: { token: string; user: object } };
    expect(data.user).toMatchObject({ email: EMAIL, type: 'Owner', new_api: 'v4', domain_verified: true });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const client = createApiClient({ baseUrl: server.baseUrl, fetch, token: data.token });
    expect((await client.getUserInfo({})).data.email).toBe(EMAIL);
  });

  test('AU-5 tells all addresses that are somebody’s own, aliases after the first', async () => {
    const client = await server.signIn('minh.tran@saomai.example');
    const { addresses } = (await client.getUserInfo({})).data;
    expect(addresses).toEqual(['minh.tran@saomai.example', 'ketoan@saomai.example']);
  });

  test('AU-2 AP-73 answers a page no token, but a cookie that no script reads and one that says whose it is', async () => {
    const answer = await login(demoPassword, { headers: OF_OWN_PAGE });
    expect(await answer.json()).toMatchObject({ data: { token: null, user: { email: EMAIL } } });
    expect(answer.headers.get('server-timing')).toBeNull();
    const [session, person, device, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(device).toMatch(/^bocau_device=[\w-]{43}; Path=\/; .*; HttpOnly$/);
    expect(session).toMatch(
      new RegExp(`^${SESSION_COOKIE}=[\\w-]{43}; Path=/; SameSite=Lax; Max-Age=\\d+; HttpOnly$`),
    );
    expect(person).toMatch(/^bocau_person=lan\.anh%40saomai\.example; Path=\/; SameSite=Lax; Max-Age=\d+$/);
  });

  test('AU-2 AU-6 ends the session that this browser had before, and no other one', async () => {
    const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const statusOf = async (cookie: string) =>
      (await fetch(`${server.baseUrl}/api/v2/user/info`, { headers: { cookie, ...OF_OWN_PAGE } })).status;
    const elsewhere = cookieOf(await login(demoPassword, { headers: OF_OWN_PAGE }));
    const before = cookieOf(await login(demoPassword, { headers: OF_OWN_PAGE }));
    const headers = { cookie: before, ...OF_OWN_PAGE };
    expect((await login('sai', { headers })).status).toBe(401);
    expect(await statusOf(before)).toBe(200);
    const next = cookieOf(await login(demoPassword, { headers, email: 'ha.pham@saomai.example' }));
    expect(await Promise.all([before, next, elsewhere].map(statusOf))).toEqual([401, 200, 200]);
  });

  test('AU-2 by https has a cookie that no other site of the domain can set', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://mail.saomai.example' } });
    try {
      const answer = await fetch(`${secure.baseUrl}/api/v2/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...OF_OWN_PAGE },
        body: JSON.stringify({ email: EMAIL, password: demoPassword }),
      });
      const [session = '', person] = answer.headers.getSetCookie();
      expect(session).toMatch(/^__Host-bocau_session=.*; Path=\/; .*; Secure; HttpOnly$/);
      expect(person).toMatch(/; Secure$/);
      const token = session.replace(/^[^=]*=|;.*$/g, '');
      const ask = (cookie: string) =>
        fetch(`${secure.baseUrl}/api/v2/user/info`, { headers: { cookie, ...OF_OWN_PAGE } });
      expect((await ask(`__Host-${SESSION_COOKIE}=${token}`)).status).toBe(200);
      expect((await ask(`${SESSION_COOKIE}=${token}`)).status).toBe(401);
    } finally {
      await secure.close();
    }
  });

  test('AU-1 with a wrong password and with an unknown address are the same refusal', async () => {
    const [wrong, unknown] = await Promise.all([
      login('sai'),
      login('sai', { email: 'nobody@saomai.example', from: '192.0.2.2' }),
    ]);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.json()).toEqual(await unknown.json());
  });

  test('AU-1 is refused where the mailbox or its domain is switched off, and its sessions end', async () => {
    const minh = await server.signIn('minh.tran@saomai.example');
    const { db } = server.context;
    const mailbox = db.updateTable('mailboxes').where('email', '=', 'minh.tran@saomai.example');
    await mailbox.set({ active: false }).execute();
    try {
      expect((await login(demoPassword, { email: 'minh.tran@saomai.example' })).status).toBe(401);
      // The cached session expires after some seconds.
      await server.clock.advance(11_000);
      expect(await refusal(minh.getUserInfo({}))).toBe('account_suspended');
    } finally {
      await mailbox.set({ active: true }).execute();
    }
  });
});

test('a session that was signed out is refused at once, however late the notification comes', async () => {
  const client = await server.signIn(EMAIL);
  await client.getUserInfo({});
  const { db } = server.context;
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'listener'`.execute(db);
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  try {
    await client.logout({});
    expect(await refusal(client.getUserInfo({}))).toBe('session_required');
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
  }
});

describe('wrong passwords', () => {
  test('AU-8 from one place must wait, longer each time, and the wait is told', async () => {
    expect(await statusesOf(5, () => '192.0.2.3')).toEqual([401, 401, 401, 401, 401]);
    const refused = await login(demoPassword, { from: '192.0.2.3' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('15');
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
    await server.clock.advance(15_000);
    expect((await login('sai', { from: '192.0.2.3' })).status).toBe(401);
    expect((await login('sai', { from: '192.0.2.3' })).headers.get('retry-after')).toBe('30');
    await server.clock.advance(30_000);
    expect((await login(demoPassword, { from: '192.0.2.3' })).status).toBe(200);
    expect((await login('sai', { from: '192.0.2.3' })).status).toBe(401);
  });

  test('AU-8 from everywhere close an account to strangers for a while, never to its owner', async () => {
    expect((await login(demoPassword, { from: '198.51.100.7' })).status).toBe(200);
    server.clock.pass(DAY);
    const statuses = await statusesOf(52, (index) => `203.0.113.${index}`);
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(50)).toEqual([429, 429]);
    const stranger = await login(demoPassword, { from: '203.0.113.200' });
    expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await login(demoPassword, { from: '198.51.100.7' })).status).toBe(200);
    server.clock.pass(15 * MINUTE + 1000);
    expect((await login(demoPassword, { from: '203.0.113.200' })).status).toBe(200);
  });

  test('AU-8 for many accounts from one address close that address', async () => {
    const { db, clock } = server.context;
    const at = Math.floor(clock.now() / 1000);
    const tries = Array.from({ length: 100 }, (_, index) => ({
      at,
      email: `${index}@saomai.example`,
      address: '192.0.2.9',
      user_agent: '',
      mailbox_id: null,
      succeeded: false,
    }));
    await db.insertInto('sign_ins').values(tries).execute();
    expect((await login(demoPassword, { from: '192.0.2.9' })).status).toBe(429);
    expect((await login(demoPassword, { from: '192.0.2.10' })).status).toBe(200);
  });
});

describe('a session', () => {
  test('ends when it is not used for as long as it lasts, and each use lets it last again', async () => {
    const lanAnh = await server.signIn(EMAIL);
    for (let day = 0; day < 40; day += 10) {
      server.clock.pass(10 * DAY);
      expect((await lanAnh.getUserInfo({})).data.email).toBe(EMAIL);
    }
    server.clock.pass(30 * DAY);
    expect(await refusal(lanAnh.getUserInfo({}))).toBe('session_required');
  });

  test('AU-2 of a token becomes the cookie for a page that shows it, as one of the release before does', async () => {
    const { token } = await server.signIn(EMAIL);
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.baseUrl}/api/v2/auth/session`, { headers: { ...OF_OWN_PAGE, ...headers } });
    const taken = await ask({ [SESSION_HEADER]: token });
    expect(await taken.json()).toEqual({ data: { user: expect.objectContaining({ email: EMAIL }) } });
    const cookies = taken.headers.getSetCookie();
    expect(cookies.map((line) => line.split('=', 1)[0])).toEqual([SESSION_COOKIE, PERSON_COOKIE]);
    const client = createApiClient({ baseUrl: server.baseUrl, fetch, token });
    const current = (await client.listSessions({})).data.find((session) => session.current);
    expect(current).toMatchObject({ protocol: 'web' });
    const again = await ask({ cookie: cookies.map((line) => line.split(';', 1)[0]).join('; ') });
    expect(await again.text()).not.toContain(token);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  test('AU-6 ends with logout, and only this one', async () => {
    const [first, second] = [await server.signIn(EMAIL), await server.signIn(EMAIL)];
    await first.logout({});
    // Its own process clears the cache by the same notification as the others.
    await vi.waitFor(async () => expect(await refusal(first.getUserInfo({}))).toBe('session_required'));
    expect((await second.getUserInfo({})).data.email).toBe(EMAIL);
  });

  test('AU-6 that is ended on one process is ended on the others at once', async () => {
    const second = await startSecondServer(server);
    try {
      const lanAnh = await server.signIn(EMAIL);
      const elsewhere = createApiClient({ baseUrl: second.baseUrl, fetch, token: lanAnh.token });
      expect((await elsewhere.getUserInfo({})).data.email).toBe(EMAIL);
      await lanAnh.logout({});
      // The clock stands still, so that only the notification can have ended it.
      await vi.waitFor(async () => expect(await refusal(elsewhere.getUserInfo({}))).toBe('session_required'));
    } finally {
      await second.close();
    }
  });
});

describe('a token that comes in the address', () => {
  let signOn: TestServer;
  let lanAnh: ApiClient & { token: string };
  const logged: string[] = [];

  beforeAll(async () => {
    const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]));
    signOn = await startTestServer({
      log: { debug: note, info: note, warn: note, error: note },
    });
    await addProvider(signOn, 'saomai.example');
  });
  afterAll(() => signOn.close());
  beforeEach(async () => {
    lanAnh = await signOn.signIn(EMAIL);
    logged.length = 0;
  });

  function visit(path: string, cookies: Record<string, string> = {}, init: RequestInit = {}) {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    return fetch(signOn.baseUrl + path, {
      ...init,
      redirect: 'manual',
      headers: { cookie, ...init.headers },
    });
  }

  function cookieOf(answer: Response, name: string): string | undefined {
    return answer.headers
      .getSetCookie()
      .map((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1])
      .find((value) => value !== undefined);
  }

  async function whoHas(cookie: string | undefined): Promise<string | null> {
    const client = createApiClient({ baseUrl: signOn.baseUrl, fetch, token: cookie ?? 'none' });
    return client.getUserInfo({}).then(
      ({ data }) => data.email,
      () => null,
    );
  }

  /** The button of the confirmation page. */
  function agree(path: string, cookies: Record<string, string>): Promise<Response> {
    return visit(path, cookies, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: '',
    });
  }

  test.each([
    ['RT-13', '/thread/7?in=INBOX&access_token=', '/thread/7?in=INBOX'],
    ['RT-14', '/config/general?login_param=', '/folder/INBOX'],
  ])(
    '%s signs nobody in by itself, but leads to a page that asks, and after a yes on',
    async (_rule, path, to) => {
      const answer = await visit(path + lanAnh.token);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('referrer-policy')).toBe('same-origin');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(cookieOf(answer, SESSION_COOKIE)).toBeUndefined();
      const asking = answer.headers.get('location') as string;
      const waiting = { bocau_switch: cookieOf(answer, 'bocau_switch') as string };
      const page = await (await visit(asking, waiting)).text();
      expect(page).toContain(EMAIL);
      expect(page).not.toContain(waiting.bocau_switch);
      const yes = await agree(asking, waiting);
      expect([yes.status, yes.headers.get('location')]).toEqual([303, to]);
      expect(await whoHas(cookieOf(yes, SESSION_COOKIE))).toBe(EMAIL);
      expect(cookieOf(yes, PERSON_COOKIE)).toBe(encodeURIComponent(EMAIL));
      expect(await whoHas(waiting.bocau_switch)).toBeNull();
    },
  );

  test('LH-2 from an unknown browser is told in the inbox, and from the same one never again', async () => {
    const an = await newPerson(signOn);
    const signOnFrom = async (device: Record<string, string>) => {
      const { token } = await signedInClient(signOn.baseUrl, { email: an.email, password: demoPassword });
      const answer = await visit(`/?access_token=${token}`, device);
      const waiting = { bocau_switch: cookieOf(answer, 'bocau_switch') as string };
      return agree(answer.headers.get('location') as string, { ...waiting, ...device });
    };
    const first = await signOnFrom({});
    const device = cookieOf(first, 'bocau_device') as string;
    expect(device).toMatch(/^[\w-]{43}$/);
    const token = cookieOf(first, SESSION_COOKIE) as string;
    const client = createApiClient({ baseUrl: signOn.baseUrl, fetch, token });
    const current = (await client.listSessions({})).data.find((session) => session.current);
    expect(current).toMatchObject({ protocol: 'web' });
    const second = await signOnFrom({ bocau_device: device });
    expect(cookieOf(second, 'bocau_device')).toBe(device);
    await runJobsUntilIdle(signOn.context);
    expect(await mailIn(an, 'INBOX')).toHaveLength(1);
  });

  test('is good once: what stays behind in a log or a history opens nothing', async () => {
    const address = `/?access_token=${lanAnh.token}`;
    const [first, second] = await Promise.all([visit(address), visit(address)]);
    const cookies = [cookieOf(first, 'bocau_switch'), cookieOf(second, 'bocau_switch')];
    expect(cookies.filter((cookie) => cookie !== undefined)).toHaveLength(1);
    const third = await visit(address);
    expect([third.status, third.headers.get('location')]).toEqual([303, '/']);
    expect(third.headers.getSetCookie()).toEqual([]);
    await vi.waitFor(async () => expect(await whoHas(lanAnh.token)).toBeNull());
  });

  test('never reaches the log', async () => {
    await visit(`/folder/INBOX?access_token=${lanAnh.token}`);
    await visit('/folder/INBOX?login_param=not-a-token%00&x=%zz');
    await vi.waitFor(() => expect(logged.some((line) => line.includes('answered'))).toBe(true));
    expect(logged.join('\n')).not.toMatch(new RegExp(`${lanAnh.token}|not-a-token|access_token|login_param`));
  });

  test.each([
    ['//evil.example/x', '/evil.example/x'],
    ['/\\evil.example', '/evil.example'],
    ['///evil.example', '/evil.example'],
  ])('in %s leads nowhere else', async (path, location) => {
    const answer = await visit(`/..${path}?access_token=x`.replace('/..', ''));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
  });

  test('that is wrong signs nobody in, and leaves the session that is there', async () => {
    const answer = await visit('/folder/Sent?access_token=wrong', { [SESSION_COOKIE]: lanAnh.token });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/folder/Sent']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('is no way into the API', async () => {
    const answer = await visit(`/api/v2/folders?access_token=${lanAnh.token}`);
    expect(answer.status).toBe(401);
  });

  test('RT-13 RT-14 is not accepted where the domain has no single sign-on, and leaves the address all the same', async () => {
    const { token } = await server.signIn(EMAIL);
    const answer = await fetch(`${server.baseUrl}/?access_token=${token}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  describe('of another person than the one who is signed in', () => {
    let minh: ApiClient & { token: string };
    beforeEach(async () => {
      minh = await signOn.signIn('minh.tran@saomai.example');
    });

    async function arrive() {
      const answer = await visit(`/thread/7?in=A%20b&access_token=${minh.token}`, {
        [SESSION_COOKIE]: lanAnh.token,
      });
      const pending = cookieOf(answer, 'bocau_switch') as string;
      return { answer, cookies: { [SESSION_COOKIE]: lanAnh.token, bocau_switch: pending } };
    }

    test('replaces nothing, but leads to a page that asks', async () => {
      const { answer, cookies } = await arrive();
      expect(answer.status).toBe(303);
      expect(cookieOf(answer, SESSION_COOKIE)).toBeUndefined();
      const location = answer.headers.get('location') as string;
      expect(location).toBe('/login/switch?to=%2Fthread%2F7%3Fin%3DA%2Bb');
      const page = await visit(location, cookies);
      const text = await page.text();
      expect(text).toContain(EMAIL);
      expect(text).toContain('minh.tran@saomai.example');
      expect(text).toContain('href="/thread/7?in=A+b"');
      expect(text).not.toContain(minh.token);
      expect(await whoHas(lanAnh.token)).toBe(EMAIL);
    });

    test('replaces it after a yes, and the session before is ended', async () => {
      const { answer, cookies } = await arrive();
      const yes = await agree(answer.headers.get('location') as string, cookies);
      expect([yes.status, yes.headers.get('location')]).toEqual([303, '/thread/7?in=A+b']);
      expect(await whoHas(cookieOf(yes, SESSION_COOKIE))).toBe('minh.tran@saomai.example');
      expect(cookieOf(yes, 'bocau_switch')).toBe('');
      await vi.waitFor(async () => expect(await whoHas(lanAnh.token)).toBeNull());
    });

    test('replaces nothing when another site says yes', async () => {
      const { answer, cookies } = await arrive();
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
        const to = answer.headers.get('location') as string;
        expect((await visit(to, cookies, { method: 'POST', headers })).status).toBe(403);
      }
      expect(await whoHas(lanAnh.token)).toBe(EMAIL);
    });

    test('is asked about no more when its session is over', async () => {
      const answer = await visit('/login/switch?to=//evil.example', { [SESSION_COOKIE]: lanAnh.token });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/evil.example']);
    });
  });

  test('of the same person keeps the session that is there', async () => {
    const second = await signOn.signIn(EMAIL);
    const answer = await visit(`/?access_token=${second.token}`, { [SESSION_COOKIE]: lanAnh.token });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('AU-2 has its header preferred to the cookie', async () => {
    const minh = await signOn.signIn('minh.tran@saomai.example');
    const answer = await visit(
      '/api/v2/user/info',
      { [SESSION_COOKIE]: lanAnh.token },
      {
        headers: { [SESSION_HEADER]: minh.token },
      },
    );
    expect(await answer.json()).toMatchObject({ data: { email: 'minh.tran@saomai.example' } });
  });
});

describe('a session', () => {
  const rowsOf = (token: string) =>
    server.context.db
      .selectFrom('sessions')
      .select(['id', 'method', 'created_at', 'last_used_at', 'ends_at', 'expires_at'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
  const use = (token: string) =>
    fetch(`${server.baseUrl}/api/v2/folders`, { headers: { [SESSION_HEADER]: token } });

  test('has an id, says how it was made, and when it was used to the minute', async () => {
    const { token } = await server.signIn(EMAIL);
    const made = await rowsOf(token);
    expect(made).toMatchObject({ method: 'password', last_used_at: made?.created_at });
    expect(made?.id).toMatch(/^[0-9a-f-]{36}$/);
    server.clock.pass(59_000);
    await use(token);
    expect((await rowsOf(token))?.last_used_at).toBe(made?.created_at);
    server.clock.pass(11_000);
    await use(token);
    expect((await rowsOf(token))?.last_used_at).toBe((made?.created_at ?? 0) + 70);
  });

  test('ends at last however often it is used', async () => {
    const { token } = await server.signIn(EMAIL);
    const made = await rowsOf(token);
    for (let days = 0; days < 180; days += 20) {
      expect((await use(token)).status).toBe(200);
      server.clock.pass(20 * DAY);
    }
    expect((await rowsOf(token))?.expires_at).toBe(made?.ends_at);
    expect((await use(token)).status).toBe(401);
  });

  test('of the release before, which writes no id and no end, counts and ends alike', async () => {
    const token = newToken();
    const now = Math.floor(server.clock.now() / 1000);
    await server.context.db
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        mailbox_id: await server.mailboxId(EMAIL),
        created_at: now - 179 * 24 * 3600,
        expires_at: now + 30 * 24 * 3600,
        address: '',
        user_agent: '',
      })
      .execute();
    expect((await use(token)).status).toBe(200);
    server.clock.pass(2 * DAY);
    expect((await use(token)).status).toBe(401);
  });
});
