import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../test-kit/test-clock.ts';
import type { DnsResolver } from '../smtp/judge-sender.ts';
import { createGuardedFetch, type Dial, type GuardedFetch, type OutboundRequest } from './guarded-fetch.ts';

const PUBLIC = '93.184.216.34';
const REQUEST: Omit<OutboundRequest, 'url'> = {
  method: 'GET',
  headers: { 'user-agent': 'Mozilla/5.0' },
  redirects: 3,
  maxBytes: 1000,
  timeMs: 10_000,
};

let clock: TestClock;
let server: Server;
let asked: { path: string; headers: IncomingMessage['headers']; method: string; body: string }[];
let dialled: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** The DNS answers in the order of the queries; the last one repeats. */
let names: Record<string, string[][]>;

beforeEach(async () => {
  clock = createTestClock();
  asked = [];
  dialled = [];
  names = { 'anh.example': [[PUBLIC]] };
  answer = (_request, response) => response.end('ok');
  server = createServer(async (request, response) => {
    const { url = '', headers, method = '' } = request;
    asked.push({ path: url, headers, method, body: String(await buffer(request)) });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const resolver: DnsResolver = async (name, type) => {
  const version = type === 'A' ? '.' : ':';
  const answers = names[name]?.filter((addresses) => addresses.some((address) => address.includes(version)));
  const next = answers && answers.length > 1 ? names[name]?.shift() : answers?.[0];
  if (!next) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return next;
};

const dial: Dial = (address, port) => {
  dialled.push(`${address} ${port}`);
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
};

function guardedFetch(): GuardedFetch {
  return createGuardedFetch({ clock, resolver, dial });
}

async function get(url: string, more: Partial<OutboundRequest> = {}) {
  const { status, body } = await guardedFetch()({ ...REQUEST, url, ...more });
  return { status, text: String(await buffer(body)) };
}

describe('a guarded fetch', () => {
  test('reaches a public address, and takes nothing along but what it was given', async () => {
    expect(await get('http://anh.example/a/b.png?c=d#e')).toEqual({ status: 200, text: 'ok' });
    expect(dialled).toEqual([`${PUBLIC} 80`]);
    expect(asked).toMatchObject([{ path: '/a/b.png?c=d', method: 'GET' }]);
    expect(asked[0]?.headers).toEqual({
      host: 'anh.example',
      'user-agent': 'Mozilla/5.0',
      'accept-encoding': 'identity',
      connection: 'close',
    });
  });

  test('sends a body with its length', async () => {
    await get('http://anh.example/x', { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(asked).toMatchObject([{ method: 'POST', body: 'List-Unsubscribe=One-Click' }]);
    expect(asked[0]?.headers['content-length']).toBe('26');
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://１２７.0.0.1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    `http://${PUBLIC}:22/`,
    `http://${PUBLIC}:8080/`,
    `https://${PUBLIC}:25/`,
    `http://user:secret@${PUBLIC}/`,
    `ftp://${PUBLIC}/`,
    'file:///etc/passwd',
    'gopher://anh.example/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '//anh.example/x.png',
    '',
  ])('refuses %j before anything is connected', async (url) => {
    await expect(get(url)).rejects.toMatchObject({ name: 'OutboundError', reason: 'refused' });
    expect(dialled).toEqual([]);
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['a private address', ['192.168.1.10']],
    ['the metadata address', ['169.254.169.254']],
    ['link-local IPv6', ['fe80::1']],
    ['a mapped address', ['::ffff:10.0.0.1']],
    ['a public and a private address', [PUBLIC, '10.0.0.1']],
  ])('refuses a name that leads to %s', async (_what, addresses) => {
    names['anh.example'] = [addresses];
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'refused' });
    expect(dialled).toEqual([]);
  });

  test('refuses a name that is public in IPv4 and private in IPv6', async () => {
    names['anh.example'] = [[PUBLIC], ['fd00::1']];
    const both: DnsResolver = async (_name, type) => (type === 'A' ? [PUBLIC] : ['fd00::1']);
    const fetching = createGuardedFetch({ clock, resolver: both, dial })({
      ...REQUEST,
      url: 'http://anh.example/',
    });
    await expect(fetching).rejects.toMatchObject({ reason: 'refused' });
  });

  test('asks DNS once: a name that is bound anew in between leads nowhere else', async () => {
    names['anh.example'] = [[PUBLIC], ['127.0.0.1']];
    expect(await get('http://anh.example/')).toMatchObject({ status: 200 });
    expect(dialled).toEqual([`${PUBLIC} 80`]);
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'refused' });
    expect(dialled).toHaveLength(1);
  });

  test('says that a name is unknown, and that DNS failed', async () => {
    await expect(get('http://khong-co.example/')).rejects.toMatchObject({ reason: 'unreachable' });
    const broken: DnsResolver = async () => {
      throw Object.assign(new Error('x'), { code: 'ESERVFAIL' });
    };
    const fetching = createGuardedFetch({ clock, resolver: broken, dial })({
      ...REQUEST,
      url: 'http://anh.example/',
    });
    await expect(fetching).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('a redirect', () => {
  function redirecting(locations: string[]) {
    answer = (_request, response) => {
      const location = locations.shift();
      if (location === undefined) response.end('arrived');
      else response.writeHead(302, { location }).end();
    };
  }

  test('is followed three times, each looked at anew, relative ones too', async () => {
    names['khac.example'] = [['8.8.8.8']];
    redirecting(['/b', 'https-less', 'http://khac.example/c']);
    expect(await get('http://anh.example/a')).toEqual({ status: 200, text: 'arrived' });
    expect(asked.map(({ path }) => path)).toEqual(['/a', '/b', '/https-less', '/c']);
    expect(dialled.at(-1)).toBe('8.8.8.8 80');
  });

  test('is not followed a fourth time', async () => {
    redirecting(['/1', '/2', '/3', '/4']);
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'too_many_redirects' });
    expect(asked).toHaveLength(4);
  });

  test('is not followed at all where none is allowed', async () => {
    redirecting(['/1']);
    await expect(get('http://anh.example/', { redirects: 0 })).rejects.toMatchObject({
      reason: 'too_many_redirects',
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'http://trong-nha.example/',
    'http://anh.example:6379/',
    'file:///etc/passwd',
    'http://[::1]/',
    '//10.0.0.1/',
  ])('to %s is refused', async (location) => {
    names['trong-nha.example'] = [['10.0.0.1']];
    redirecting([location]);
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'refused' });
    expect(dialled).toHaveLength(1);
  });

  test('to a name bound anew is refused', async () => {
    names['anh.example'] = [[PUBLIC], ['127.0.0.1']];
    redirecting(['/again']);
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'refused' });
    expect(dialled).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('that says it is too large is not read', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': 1001 }).write('x');
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'too_large' });
  });

  test('that turns out too large is broken off', async () => {
    answer = (_request, response) => {
      response.write('x'.repeat(600));
      response.write('x'.repeat(600));
    };
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'too_large' });
  });

  test('of exactly the largest size is read', async () => {
    answer = (_request, response) => response.end('x'.repeat(1000));
    expect((await get('http://anh.example/')).text).toHaveLength(1000);
  });

  test('that is compressed stays as it is', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000));
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const { body } = await guardedFetch()({ ...REQUEST, url: 'http://anh.example/' });
    expect((await buffer(body)).equals(bomb)).toBe(true);
  });

  test.each([
    ['begins', () => undefined],
    ['has headers only', (response: ServerResponse) => response.flushHeaders()],
    ['goes on for ever', (response: ServerResponse) => response.write('x')],
  ])('that never %s is given up when its time is over', async (_what, begin) => {
    answer = (_request, response) => void begin(response);
    const fetching = get('http://anh.example/').then(
      () => null,
      (error: unknown) => error,
    );
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(9_999);
    await clock.advance(1);
    expect(await fetching).toMatchObject({ reason: 'too_slow' });
  });

  test('is not waited for where DNS never answers', async () => {
    const silent: DnsResolver = () => new Promise(() => undefined);
    const fetching = createGuardedFetch({ clock, resolver: silent, dial })({
      ...REQUEST,
      url: 'http://anh.example/',
    });
    const refused = expect(fetching).rejects.toMatchObject({ reason: 'too_slow' });
    await clock.advance(10_000);
    await refused;
  });

  test('that breaks off says so', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    };
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'unreachable' });
    answer = (_request, response) => response.destroy();
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'unreachable' });
  });

  test('that is no HTTP, or has endless headers, is given up', async () => {
    answer = (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'unreachable' });
    answer = (request) => void request.socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`);
    await expect(get('http://anh.example/')).rejects.toMatchObject({ reason: 'unreachable' });
  });

  test('by https is asked for in TLS, with the name', async () => {
    // The other side speaks no TLS: it must not receive a plaintext request.
    await expect(get('https://anh.example/')).rejects.toMatchObject({ reason: 'unreachable' });
    expect(dialled).toEqual([`${PUBLIC} 443`]);
    expect(asked).toEqual([]);
  });
});
