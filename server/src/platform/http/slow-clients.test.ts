import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import type { Logger } from '../logger.ts';
import { createApp } from './create-app.ts';
import { HEAD_WITHIN_MS, LOOK_EVERY_MS, limitConnections } from './slow-clients.ts';

const failed: object[] = [];
const log: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields) => void failed.push(fields),
};
const clock = createTestClock();
const arrived: Socket[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  app = await createApp({ clock, log, trustedProxies: 0, https: false });
  app.post('/', async () => ({ taken: true }));
  app.server.on('connection', (socket) => void arrived.push(socket));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());
beforeEach(() => {
  failed.length = 0;
  arrived.length = 0;
});

type WatchedServer = Server & { connectionsCheckingInterval: number };
type Client = { socket: Socket; said(): string; closed: Promise<unknown>; send(text: string): Promise<void> };

/** A client whose request the server has read the head of; `send` resolves when what was sent is there. */
async function begin(length: number): Promise<Client> {
  const before = arrived.length;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let said = '';
  socket.on('data', (piece) => {
    said += piece.toString('latin1');
  });
  // That it was cut off is what the test is about.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await vi.waitFor(() => expect(arrived).toHaveLength(before + 1));
  const there = arrived[before] as Socket;
  async function send(text: string): Promise<void> {
    const whole = there.bytesRead + text.length;
    socket.write(text);
    await vi.waitFor(() => expect(there.bytesRead).toBe(whole));
  }
  const read = once(app.server, 'request');
  await send(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  await read;
  return { socket, said: () => said, closed, send };
}

test('a body that trickles in ends its connection, one that comes slowly but surely does not', async () => {
  const trickling = await begin(30_000);
  const slow = await begin(12_002);
  await slow.send('"');
  for (let look = 0; look < 4; look += 1) {
    await slow.send('x'.repeat(3_000));
    if (look < 3) await trickling.send('x');
    await clock.advance(5_000);
  }
  await trickling.closed;
  await slow.send('"');
  await vi.waitFor(() => expect(slow.said()).toMatch(/^HTTP\/1\.1 200 /));
  slow.socket.destroy();
  expect(failed).toEqual([]);
});

test('a head that does not come to its end ends its connection', async () => {
  const app = await createApp({ clock, log, trustedProxies: 0, https: false });
  const { headersTimeout, connectionsCheckingInterval } = app.server as WatchedServer;
  expect([headersTimeout, connectionsCheckingInterval]).toEqual([HEAD_WITHIN_MS, LOOK_EVERY_MS]);
  // Node looks at its own clock.
  Object.assign(app.server, { headersTimeout: 50, connectionsCheckingInterval: 10 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let said = '';
  socket.on('data', (piece) => {
    said += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  await once(socket, 'close');
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(failed).toEqual([]);
  await app.close();
});

test('a body that is broken off is no error of ours', async () => {
  const client = await begin(1_000);
  await client.send('{"email":');
  client.socket.destroy();
  await once(arrived[0] as Socket, 'close');
  // Whatever is told of it has been told when another call is answered.
  const { port } = app.server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(failed).toEqual([]);
});

/** Of those that the limit has let in. */
function openOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

test('connections of one network beyond the limit are closed, and room is made by those that end', async () => {
  const counting = createServer();
  limitConnections(counting, 2);
  counting.listen(0, '127.0.0.1');
  await once(counting, 'listening');
  const { port } = counting.address() as { port: number };
  const begin = () => {
    const socket = connect(port, '127.0.0.1');
    return { socket, closed: once(socket, 'close') };
  };
  const [first, second, third] = [begin(), begin(), begin()];
  await third.closed;
  first.socket.end();
  await first.closed;
  await vi.waitFor(async () => expect(await openOf(counting)).toBe(1));
  const fourth = begin();
  await once(fourth.socket, 'connect');
  expect([second.socket.closed, fourth.socket.closed]).toEqual([false, false]);
  for (const { socket } of [second, fourth]) socket.destroy();
  counting.close();
});
