import { request } from 'node:http';
import { SESSION_COOKIE as PLAIN_COOKIE } from '@bocau/contract/session.ts';
import { SOCKETS_PER_MAILBOX } from '@bocau/contract/socket.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { connectSocket, type SocketClient } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const ROOM = 'lan.anh@saomai.example';
const SESSION_SECONDS = 300;
/** Over https. */
const SESSION_COOKIE = `__Host-${PLAIN_COOKIE}`;

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;

async function start(): Promise<void> {
  server = await startTestServer({
    env: { SESSION_SECONDS: String(SESSION_SECONDS), PUBLIC_URL: 'https://mail.saomai.example' },
  });
  lanAnh = await server.signIn(ROOM);
}

function withCookie(more: Record<string, string> = {}): Promise<SocketClient> {
  const headers = { cookie: `${SESSION_COOKIE}=${lanAnh.token}`, ...more };
  return connectSocket(server.baseUrl, { room: ROOM, headers });
}

describe('who may open a socket', () => {
  beforeAll(start);
  afterAll(() => server.close());

  test('AP-70 the session header opens the own room, in whatever case it is written', async () => {
    const socket = await connectSocket(server.baseUrl, {
      room: 'Lan.Anh@SaoMai.example',
      token: lanAnh.token,
    });
    const { data } = await lanAnh.getChanges({ query: {} });
    expect(await socket.next('hello')).toEqual({ seq: data.seq });
  });

  test.each(['ha.pham@saomai.example', 'nobody@saomai.example', 'a\0b', 'x'.repeat(320)])(
    'AP-70 AU-6 a page that believes in %j is told that its session is over',
    async (room) => {
      const socket = await connectSocket(server.baseUrl, { room, token: lanAnh.token });
      expect(await socket.closed).toMatchObject({ code: 4401 });
      expect(socket.frames).toEqual([]);
    },
  );

  test('AP-70 a missing room and a number that is none are refused', async () => {
    const noRoom = await connectSocket(server.baseUrl, { room: '', token: lanAnh.token });
    expect(await noRoom.closed).toMatchObject({ code: 4400 });
    const badNumber = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token, since: -1 });
    expect(await badNumber.closed).toMatchObject({ code: 4400 });
  });

  test.each(['the own host', 'https://mail.saomai.example'])(
    'the cookie is enough for a page of %s',
    async (page) => {
      const origin = page === 'the own host' ? server.baseUrl : page;
      expect(await (await withCookie({ origin })).next('hello')).toBeDefined();
    },
  );

  test('the cookie is enough where no page is named, as no browser is there to be misled', async () => {
    expect(await (await withCookie()).next('hello')).toBeDefined();
  });

  test.each(['https://evil.example', 'https://mail.saomai.example.evil.example', 'null'])(
    'the cookie of a page of %s is refused',
    async (origin) => {
      const socket = await withCookie({ origin });
      expect(await socket.closed).toMatchObject({ code: 4403 });
      expect(socket.frames).toEqual([]);
    },
  );

  test('a first frame with the token signs in, from a page of any site', async () => {
    const headers = { origin: 'https://intranet.example' };
    const socket = await connectSocket(server.baseUrl, { room: ROOM, headers });
    socket.send(JSON.stringify({ token: lanAnh.token }));
    expect(await socket.next('hello')).toBeDefined();
  });

  test.each(['{"token":"wrong"}', '{"token":', '[]', 'x'])(
    'the first frame %s does not sign in',
    async (frame) => {
      const socket = await connectSocket(server.baseUrl, { room: ROOM });
      socket.send(frame);
      expect(await socket.closed).toMatchObject({ code: 4401 });
    },
  );

  test('a wrong token and a cookie of no session are refused', async () => {
    const wrongToken = await connectSocket(server.baseUrl, { room: ROOM, token: 'wrong' });
    expect(await wrongToken.closed).toMatchObject({ code: 4401 });
    const headers = { cookie: `${SESSION_COOKIE}=wrong` };
    expect(await (await connectSocket(server.baseUrl, { room: ROOM, headers })).closed).toMatchObject({
      code: 4401,
    });
  });

  test('a plain call of the address is told that there is nothing for it', async () => {
    const answer = await fetch(`${server.baseUrl}/ws?room=${ROOM}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  test.each(['/', '/khong-co', '/ws/x', '/api/v2/folders', '/ws%2f'])(
    'no socket opens at %s',
    async (path) => {
      const asked = request(new URL(path, server.baseUrl), {
        // The server ends a connection that asked for an upgrade in vain.
        agent: false,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        },
      }).end();
      const status = await new Promise<number | undefined>((resolve, reject) => {
        asked.on('response', (answer) => resolve(answer.resume().statusCode));
        asked.on('upgrade', ({ statusCode }, socket) => {
          socket.destroy();
          resolve(statusCode);
        });
        asked.on('error', reject);
      });
      expect(status).toBe(404);
    },
  );
});

describe('a socket that is open', () => {
  beforeEach(start);
  afterEach(() => server.close());

  test('who does not sign in within ten seconds is closed', async () => {
    const socket = await connectSocket(server.baseUrl, { room: ROOM });
    await server.clock.advance(10_000);
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  test('signing out closes the sockets of this session, not those of another one', async () => {
    const other = await server.signIn(ROOM);
    const ending = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
    const staying = await connectSocket(server.baseUrl, { room: ROOM, token: other.token });
    await Promise.all([ending.next('hello'), staying.next('hello')]);
    await lanAnh.logout({});
    expect(await ending.closed).toMatchObject({ code: 4401 });
    await fileMail(server.context, await server.mailboxId(ROOM), { subject: 'Sau khi đăng xuất' });
    expect((await staying.next('new_mail')).thread.subject).toBe('Sau khi đăng xuất');
    expect(ending.frames).toHaveLength(1);
  });

  /** Advances time in steps of the heartbeat, so that a living socket has answered before the next one. */
  async function beatFor(seconds: number, socket: SocketClient): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 25) {
      await server.clock.advance(25_000);
      await socket.next('ping');
    }
  }

  test('a session that runs out closes its sockets, and an open socket does not make it last', async () => {
    const socket = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
    await socket.next('hello');
    await beatFor(SESSION_SECONDS - 25, socket);
    await server.clock.advance(25_000);
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  test('a socket that says nothing, not even to a ping, is cut off; one that answers is not', async () => {
    const silent = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
    const living = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
    await Promise.all([silent.next('hello'), living.next('hello')]);
    silent.pause();
    await beatFor(100, living);
    silent.resume();
    expect(await silent.closed).toMatchObject({ code: 1006 });
  });

  test('a frame that is too large closes the socket, small ones are let go by', async () => {
    const socket = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
    await socket.next('hello');
    socket.send('anything');
    socket.send('x'.repeat(1024));
    await fileMail(server.context, await server.mailboxId(ROOM), {});
    await socket.next('changes');
    socket.send('x'.repeat(1025));
    expect(await socket.closed).toMatchObject({ code: 1009 });
  });

  test('the oldest socket makes room for one too many', async () => {
    const sockets: SocketClient[] = [];
    for (let count = 0; count <= SOCKETS_PER_MAILBOX; count += 1) {
      const socket = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
      await socket.next('hello');
      sockets.push(socket);
    }
    const [oldest, ...others] = sockets;
    expect(await oldest?.closed).toMatchObject({ code: 4429 });
    await fileMail(server.context, await server.mailboxId(ROOM), {});
    await Promise.all(others.map((socket) => socket.next('new_mail')));
    const metrics = async () => (await fetch(`${server.operationsUrl}/metrics`)).text();
    await expect.poll(metrics).toContain(`bocau_sockets{of="sockets"} ${SOCKETS_PER_MAILBOX}\n`);
    expect(await metrics()).toContain('bocau_sockets{of="mailboxes"} 1\n');
  });

  test('when the server stops it says so, to those who have not signed in as well', async () => {
    const greeted = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
    await greeted.next('hello');
    const nameless = await connectSocket(server.baseUrl, { room: ROOM });
    await server.running.stop();
    expect(await greeted.closed).toMatchObject({ code: 1001 });
    expect(await nameless.closed).toMatchObject({ code: 1001 });
  });

  test('AP-70 a client that floods its socket with frames is cut off', async () => {
    const socket = await connectSocket(server.baseUrl, { room: ROOM, token: lanAnh.token });
    await socket.next('hello');
    for (let frame = 0; frame < 60; frame += 1) socket.send('{}');
    await server.clock.advance(60_000);
    expect(await socket.next('ping')).toEqual({});
    for (let frame = 0; frame < 61; frame += 1) socket.send('{}');
    expect(await socket.closed).toMatchObject({ code: 1006 });
  });
});
