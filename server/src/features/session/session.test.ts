import { type ApiClient, ApiError, createApiClient } from '@bocau/contract/client.ts';
import { SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createContext } from '../../context.ts';
import { silentLogger } from '../../platform/logger.ts';
import { startRoles } from '../../start-roles.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { people } from '../../test-kit/world/people.ts';

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

function login(password: string, options: { email?: string; from?: string } = {}) {
  const { email = EMAIL, from = '192.0.2.1' } = options;
  return fetch(`${server.baseUrl}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
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

/** Without the timers that would have run meanwhile. */
function pass(ms: number): void {
  server.clock.set(server.clock.now() + ms);
}

describe('signing in', () => {
  test('AU-1 AU-5 answers a token, who it is, and a cookie that no script reads', async () => {
    const answer = await login(demoPassword, { email: '  Lan.Anh@SaoMai.example ' });
    const { data } = (await answer.json()) as { data: { token: string; user: object } };
    expect(data.user).toMatchObject({ email: EMAIL, type: 'Owner', new_api: 'v4', domain_verified: true });
    const cookie = answer.headers.get('set-cookie');
    expect(cookie).toMatch(
      new RegExp(`^${SESSION_COOKIE}=${data.token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=\\d+$`),
    );
    const client = createApiClient({ baseUrl: server.baseUrl, fetch, token: data.token });
    expect((await client.getUserInfo({})).data.email).toBe(EMAIL);
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
      // What was remembered of the session is forgotten after some seconds.
      await server.clock.advance(11_000);
      expect(await refusal(minh.getUserInfo({}))).toBe('session_required');
    } finally {
      await mailbox.set({ active: true }).execute();
    }
  });
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
    pass(DAY);
    const statuses = await statusesOf(52, (index) => `203.0.113.${index}`);
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(50)).toEqual([429, 429]);
    const stranger = await login(demoPassword, { from: '203.0.113.200' });
    expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await login(demoPassword, { from: '198.51.100.7' })).status).toBe(200);
    pass(15 * MINUTE + 1000);
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
      pass(10 * DAY);
      expect((await lanAnh.getUserInfo({})).data.email).toBe(EMAIL);
    }
    pass(30 * DAY);
    expect(await refusal(lanAnh.getUserInfo({}))).toBe('session_required');
  });

  test('AU-6 ends with logout, and only this one', async () => {
    const [first, second] = [await server.signIn(EMAIL), await server.signIn(EMAIL)];
    await first.logout({});
    // Its own process forgets it by the same notification as the others.
    await vi.waitFor(async () => expect(await refusal(first.getUserInfo({}))).toBe('session_required'));
    expect((await second.getUserInfo({})).data.email).toBe(EMAIL);
  });

  test('AU-6 that is ended on one process is ended on the others at once', async () => {
    const { config, pgConfig, clock } = server.context;
    const context = await createContext(config, { clock, log: silentLogger, pgConfig });
    const running = await startRoles(context);
    try {
      const lanAnh = await server.signIn(EMAIL);
      const elsewhere = createApiClient({
        baseUrl: `http://127.0.0.1:${running.httpPort}`,
        fetch,
        token: lanAnh.token,
      });
      expect((await elsewhere.getUserInfo({})).data.email).toBe(EMAIL);
      await lanAnh.logout({});
      // The clock stands still, so that nothing but the notification can have ended it.
      await vi.waitFor(async () => expect(await refusal(elsewhere.getUserInfo({}))).toBe('session_required'));
    } finally {
      await running.stop();
      await context.close();
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
      env: { SSO_URL: 'https://sso.saomai.example/' },
      log: { debug: note, info: note, warn: note, error: note },
    });
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

  test('RT-13 becomes the cookie, and the address is asked again without it', async () => {
    const answer = await visit(`/thread/7?in=INBOX&access_token=${lanAnh.token}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/thread/7?in=INBOX']);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await whoHas(cookieOf(answer, SESSION_COOKIE))).toBe(EMAIL);
  });

  test('RT-14 as login_param leads to the inbox', async () => {
    const answer = await visit(`/config/general?login_param=${lanAnh.token}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/folder/INBOX']);
    expect(await whoHas(cookieOf(answer, SESSION_COOKIE))).toBe(EMAIL);
  });

  test('is good once: what stays behind in a log or a history opens nothing', async () => {
    const address = `/?access_token=${lanAnh.token}`;
    const [first, second] = await Promise.all([visit(address), visit(address)]);
    const cookies = [cookieOf(first, SESSION_COOKIE), cookieOf(second, SESSION_COOKIE)];
    expect(cookies.filter((cookie) => cookie !== undefined)).toHaveLength(1);
    const third = await visit(address);
    expect([third.status, third.headers.get('location')]).toEqual([303, '/']);
    expect(third.headers.getSetCookie()).toEqual([]);
    await vi.waitFor(async () => expect(await whoHas(lanAnh.token)).toBeNull());
  });

  test('never reaches the log', async () => {
    await visit(`/folder/INBOX?access_token=${lanAnh.token}`);
    await visit('/folder/INBOX?login_param=not-a-token%00&x=%zz');
    expect(logged.some((line) => line.includes('answered'))).toBe(true);
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

  test('is not accepted where no single sign-on is configured, and leaves the address all the same', async () => {
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
      expect(await whoHas(minh.token)).toBe('minh.tran@saomai.example');
    });

    test('replaces it after a yes, and the session before is ended', async () => {
      const { answer, cookies } = await arrive();
      const yes = await visit(answer.headers.get('location') as string, cookies, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        body: '',
      });
      expect([yes.status, yes.headers.get('location')]).toEqual([303, '/thread/7?in=A+b']);
      expect(await whoHas(cookieOf(yes, SESSION_COOKIE))).toBe('minh.tran@saomai.example');
      expect(cookieOf(yes, 'bocau_switch')).toBe('');
      await vi.waitFor(async () => expect(await whoHas(lanAnh.token)).toBeNull());
    });

    test('replaces nothing when another site says yes', async () => {
      const { answer, cookies } = await arrive();
      const forged = await visit(answer.headers.get('location') as string, cookies, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      expect(forged.status).toBe(403);
      expect(await whoHas(lanAnh.token)).toBe(EMAIL);
    });

    test('is asked about no more when one of the two sessions is over', async () => {
      const answer = await visit('/login/switch?to=//evil.example', { bocau_switch: minh.token });
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
