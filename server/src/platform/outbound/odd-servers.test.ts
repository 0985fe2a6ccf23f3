import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../test-kit/test-clock.ts';
import { createGuardedFetch, type OutboundRequest } from './guarded-fetch.ts';

const TIME_MS = 10_000;
const REQUEST: OutboundRequest = {
  url: 'http://anh.example/a.png',
  method: 'GET',
  headers: {},
  redirects: 3,
  maxBytes: 1_000,
  timeMs: TIME_MS,
};
const BOMB = gzipSync(Buffer.alloc(500_000));

let clock: TestClock;
let server: Server;
let sockets: Socket[];
/** How this server behaves once it has received a request. */
let behave: (socket: Socket) => void;
/** The connections opened by the client. */
let ours: Socket[];

beforeEach(async () => {
  clock = createTestClock();
  sockets = [];
  ours = [];
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

/** The result of a fetch: the text, or the reason of its failure. */
async function ending(method: 'GET' | 'POST' = 'GET'): Promise<string> {
  const guardedFetch = createGuardedFetch({
    clock,
    resolver: async (_name, type) => (type === 'A' ? ['93.184.216.34'] : []),
    dial() {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      ours.push(socket);
      return socket;
    },
  });
  const fetching = (async () => {
    const { status, body } = await guardedFetch({ ...REQUEST, method });
    return `${status} ${(await buffer(body)).length}`;
  })().catch((error: { reason?: string; message: string }) => error.reason ?? error.message);
  return fetching;
}

const says = (text: string) => (socket: Socket) => void socket.write(text);
const ends = (text: string) => (socket: Socket) => void socket.end(text);

function repeat(socket: Socket, text: string): void {
  const more = () => {
    if (!socket.destroyed) socket.write(text, () => setImmediate(more));
  };
  more();
}

describe('a server that', () => {
  test.each<[string, (socket: Socket) => void, string]>([
    [
      'changes the protocol',
      says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'unreachable',
    ],
    ['changes it without a word of it', says('HTTP/1.1 101 Switching Protocols\r\n\r\n'), 'unreachable'],
    ['closes at once', (socket) => void socket.destroy(), 'unreachable'],
    ['closes after half a status', ends('HTTP/1.'), 'unreachable'],
    ['closes within its headers', ends('HTTP/1.1 200 OK\r\nContent-Type: ima'), 'unreachable'],
    ['closes within its body', ends('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'), 'unreachable'],
    [
      'closes within a chunk',
      ends('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc'),
      'unreachable',
    ],
    ['sends more than it announced', ends('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef'), '200 3'],
    ['announces too much', says('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'), 'too_large'],
    [
      'announces two lengths',
      ends('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde'),
      'unreachable',
    ],
    ['announces a negative length', ends('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc'), 'unreachable'],
    [
      'announces both a length and chunks',
      ends('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
      'unreachable',
    ],
    [
      'sends chunks without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        repeat(socket, '5\r\nabcde\r\n');
      },
      'too_large',
    ],
    [
      'sends a body without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        repeat(socket, 'abcde');
      },
      'too_large',
    ],
    [
      'sends headers without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, 'X-A: b\r\n');
      },
      'unreachable',
    ],
    [
      'sends trailers without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n');
        repeat(socket, 'X-A: b\r\n');
      },
      'unreachable',
    ],
    [
      'sends a bomb of gzip',
      (socket) =>
        void socket.end(
          Buffer.concat([
            Buffer.from(
              `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`,
            ),
            BOMB,
          ]),
        ),
      `200 ${BOMB.length}`,
    ],
    [
      'redirects in circles',
      ends('HTTP/1.1 302 Found\r\nLocation: /a.png\r\nContent-Length: 0\r\n\r\n'),
      'too_many_redirects',
    ],
    ['redirects to nowhere', ends('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'), '302 0'],
    ['speaks no HTTP', ends('220 mail.example ESMTP\r\n'), 'unreachable'],
    [
      'answers twice',
      ends('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb'),
      '200 1',
    ],
  ])('%s', async (_what, how, outcome) => {
    behave = how;
    expect(await ending()).toBe(outcome);
    expect(await ending('POST')).toBe(outcome);
    for (const socket of ours) if (!socket.destroyed) await once(socket, 'close');
  });

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['says half a status', says('HTTP/1.')],
    ['stops within its headers', says('HTTP/1.1 200 OK\r\nContent-Type: ima')],
    ['sends its headers and no body', says('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n')],
    ['stops within its body', says('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc')],
    ['stops within a chunk', says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc')],
    ['asks to go on for ever', (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
    ['hints for ever', (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['redirects and stops', says('HTTP/1.1 302 Found\r\nContent-Length: 9\r\nLocation: /b\r\n\r\n')],
  ])('%s is given up when its time is over', async (_what, how) => {
    const asked = Promise.withResolvers<void>();
    behave = (socket) => {
      how(socket);
      asked.resolve();
    };
    const outcome = ending();
    await asked.promise;
    await clock.advance(TIME_MS);
    expect(await outcome).toBe('too_slow');
    for (const socket of ours) if (!socket.destroyed) await once(socket, 'close');
  });
});
