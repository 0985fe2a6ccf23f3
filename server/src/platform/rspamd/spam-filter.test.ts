import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createSpamFilter } from './spam-filter.ts';

const ENVELOPE = {
  from: 'a@away.example',
  recipients: ['b@home.example'],
  by: { ip: '192.0.2.1', helo: 'a' },
};
const RAW = Buffer.from('Subject: x\r\n\r\ny\r\n');
const silence = { info() {}, warn() {}, error() {} };

async function filterAt(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const clock = createTestClock();
  const counted: string[] = [];
  const ask = createSpamFilter({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    password: null,
    clock,
    log: silence,
    count: (outcome) => counted.push(outcome),
  });
  return { ask: () => ask(RAW, ENVELOPE), clock, counted };
}

test.each([
  ['reject', true],
  ['add header', true],
  ['rewrite subject', true],
  ['soft reject', false],
  ['greylist', false],
  ['no action', false],
])('rspamd says "%s": that it is spam is %s', async (action, isSpam) => {
  const symbols = Object.fromEntries(
    [
      ['SMALL', 1.5],
      ['GOOD', -3],
      ['LARGE', 7.333],
    ].map(([name, score]) => [name, { name, score }]),
  );
  await using server = createHttpServer((_request, response) => {
    response.end(JSON.stringify({ action, score: 5.833, symbols }));
  });
  const { ask } = await filterAt(server);
  expect(await ask()).toEqual({ isSpam, score: 5.83, reasons: ['LARGE', 'SMALL'] });
});

test('a silent rspamd costs each message its limit, is asked by few at once, and then left alone for a while', async () => {
  let connections = 0;
  const sockets = new Set<{ destroy(): void }>();
  const { promise: full, resolve: isFull } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    connections += 1;
    if (connections === 32) isFull();
  });
  const { ask, clock, counted } = await filterAt(server);
  const asked = Array.from({ length: 50 }, ask);
  await full;
  await clock.advance(9_999);
  expect(connections).toBe(32);
  await clock.advance(1);
  expect(await Promise.all(asked)).toEqual(asked.map(() => null));
  expect(counted).toEqual(asked.map(() => 'failed'));
  expect(await ask()).toBeNull();
  expect(counted.at(-1)).toBe('skipped');
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a rspamd that talks nonsense or is gone leaves the message unjudged, and is believed again when it is back', async () => {
  let answer = 'nonsense';
  await using server = createHttpServer((_request, response) => void response.end(answer));
  const { ask, clock, counted } = await filterAt(server);
  for (let time = 0; time < 3; time += 1) expect(await ask()).toBeNull();
  answer = JSON.stringify({ action: 'reject', score: 15, symbols: { GTUBE: { name: 'GTUBE', score: 0 } } });
  expect(await ask()).toBeNull();
  await clock.advance(30_000);
  expect(await ask()).toEqual({ isSpam: true, score: 15, reasons: ['GTUBE'] });
  expect(counted).toEqual(['failed', 'failed', 'failed', 'skipped', 'spam']);
});
