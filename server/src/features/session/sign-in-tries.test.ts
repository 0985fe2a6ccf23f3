import { COOKIE_HEADER, login } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { haPham, lanAnh } from '../../demo-world/people.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { startSecondServer } from '../../test-kit/second-server.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const lines: { fields: object; message: string }[] = [];
const note = (fields: object, message: string) => void lines.push({ fields, message });
const log: Logger = { debug: () => undefined, info: note, warn: note, error: note };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail', TRUSTED_PROXIES: '1' }, log });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.db.deleteFrom('sign_ins').execute();
  lines.length = 0;
});

type Try = { email?: string; password?: string; from?: string; baseUrl?: string; cookie?: string };

async function tryOut({
  email = lanAnh.email,
  password = 'sai',
  from = '192.0.2.1',
  baseUrl = server.baseUrl,
  cookie = '',
}: Try) {
  return fetch(`${baseUrl}/api/v2/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      [COOKIE_HEADER.name]: COOKIE_HEADER.value,
      cookie,
    },
    body: JSON.stringify({ email, password }),
  });
}

async function statusesOf(tries: Try[]): Promise<number[]> {
  return Promise.all(tries.map(async (one) => (await tryOut(one)).status));
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const judged = (statuses: number[]) => statuses.filter((status) => status === 401).length;

describe('passwords that are tried at the same time', () => {
  test('AU-8 at two processes are judged no oftener than one after the other', async () => {
    const second = await startSecondServer(server);
    try {
      const { baseUrl } = second;
      const statuses = await statusesOf(times(80, (index) => (index % 2 ? { baseUrl } : {})));
      expect(judged(statuses)).toBe(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(75);
    } finally {
      await second.close();
    }
  });

  test('AU-8 from many addresses of one IPv6 network count as from one', async () => {
    expect(judged(await statusesOf(times(30, (index) => ({ from: `2001:db8:1:2::${index}` }))))).toBe(5);
    expect((await tryOut({ from: '2001:db8:1:3::1' })).status).toBe(401);
  });

  test('AU-8 from many networks of one IPv6 site stop at what eight of them take', async () => {
    const at = unixSeconds(server.context.clock);
    const failed = times(8 * login.limit.count - 1, (index) => ({
      ...{ at, email: `nguoi${index}@saomai.example`, user_agent: '', mailbox_id: null, device: null },
      ...{ address: `2001:db8:1:${index.toString(16)}::1`, network: `2001:db8:1:${index.toString(16)}::/64` },
      ...{ site: '2001:db8:1::/48', succeeded: false },
    }));
    await server.context.db.insertInto('sign_ins').values(failed).execute();
    expect((await tryOut({ from: '2001:db8:1:fff0::1' })).status).toBe(401);
    expect((await tryOut({ from: '2001:db8:1:fff1::1' })).status).toBe(429);
    expect((await tryOut({ from: '2001:db8:2:fff1::1' })).status).toBe(401);
  });

  test('AU-8 from everywhere stop at what one account takes', async () => {
    expect(judged(await statusesOf(times(80, (index) => ({ from: `203.0.113.${index}` }))))).toBe(50);
  });

  test('AU-8 from one machine stop at what its network takes, whatever addresses it writes down', async () => {
    const open = await startSecondServer(server, {
      http: { ...server.context.config.http, trustedProxies: 0 },
    });
    try {
      const tries = times(120, (index) => ({
        email: `nguoi${index}@saomai.example`,
        from: `203.0.113.${index}`,
        baseUrl: open.baseUrl,
      }));
      // No more at once than the queue allows.
      const statuses: number[] = [];
      while (tries.length > 0) statuses.push(...(await statusesOf(tries.splice(0, 40))));
      expect(judged(statuses)).toBe(login.limit.count);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    } finally {
      await open.close();
    }
  });

  test('AU-8 of strangers in an office shut out nobody who signs in from there, and are bounded all the same', async () => {
    const right = { password: lanAnh.password };
    expect((await tryOut(right)).status).toBe(200);
    const at = unixSeconds(server.context.clock);
    const fail = (count: number, network: string) => {
      const failed = times(count, (index) => ({
        ...{ at, email: `nguoi${index}@saomai.example`, user_agent: '', mailbox_id: null, device: null },
        ...{ address: network, network, site: null, succeeded: false },
      }));
      return server.context.db.insertInto('sign_ins').values(failed).execute();
    };
    await fail(login.limit.count, '192.0.2.1');
    await fail(login.limit.count, '192.0.2.2');
    // Mail programs have no device: they sign in so, too.
    expect((await tryOut(right)).status).toBe(200);
    expect((await tryOut({ ...right, from: '192.0.2.2' })).status).toBe(429);
    expect((await tryOut({ email: haPham.email, password: haPham.password })).status).toBe(429);
    await fail(9 * login.limit.count, '192.0.2.1');
    expect((await tryOut(right)).status).toBe(429);
  });

  test('AU-8 by mail programs share the limit, whatever the connection', async () => {
    const port = server.running.submissionPort as number;
    const connect = () => connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
    const programs = await Promise.all(times(12, connect));
    const plain = Buffer.from(`\0${lanAnh.email}\0sai`).toString('base64');
    const replies = await Promise.all(programs.map((program) => program.command(`AUTH PLAIN ${plain}`)));
    for (const program of programs) program.end();
    expect(replies.filter(({ code }) => code === 535)).toHaveLength(5);
    expect(replies.filter(({ code }) => code === 454)).toHaveLength(7);
  });
});

describe('a device that has signed in before', () => {
  test('AU-8 is not locked out by a stranger in its own network, nor made to wait for one', async () => {
    const first = await tryOut({ password: lanAnh.password });
    const line = first.headers.getSetCookie().find((one) => one.startsWith('bocau_device=')) as string;
    const cookie = line.split(';', 1)[0] as string;
    expect(judged(await statusesOf(times(20, () => ({}))))).toBe(5);
    expect((await tryOut({ password: lanAnh.password })).status).toBe(429);
    expect((await tryOut({ password: lanAnh.password, cookie })).status).toBe(200);
  });

  test('AU-8 has its own wrong passwords counted, and a made-up one is a stranger', async () => {
    const first = await tryOut({ password: lanAnh.password });
    const cookie = first.headers.getSetCookie().at(-1)?.split(';', 1)[0] as string;
    expect(judged(await statusesOf(times(20, () => ({ cookie }))))).toBe(5);
    expect((await tryOut({ password: lanAnh.password, cookie })).status).toBe(429);
    const made = times(20, (index) => ({
      from: '192.0.2.2',
      cookie: `bocau_device=${String(index).repeat(43).slice(0, 43)}`,
    }));
    expect(judged(await statusesOf(made))).toBe(5);
  });
});

test('AU-8 a sign-in that fails is one line of the log, without what was typed', async () => {
  await tryOut({});
  const told = lines.filter(({ message }) => message === 'sign-in failed');
  expect(told).toEqual([
    {
      fields: {
        event: 'sign_in_failed',
        client: '192.0.2.1',
        protocol: 'web',
        reason: 'invalid_credentials',
        mailbox: expect.any(Number),
      },
      message: 'sign-in failed',
    },
  ]);
});
