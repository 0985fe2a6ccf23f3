import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestClock, type TestClock } from '../../test-kit/test-clock.ts';
import { type SocketmapServer, startSocketmap } from './socketmap-server.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let clock: TestClock;
let server: SocketmapServer;
let socket: Socket;

beforeEach(async () => {
  clock = createTestClock();
  const domains = async (key: string) => {
    if (key === 'broken.example') throw new Error('no database');
    return key === 'sao-mai.example' ? key : null;
  };
  server = await startSocketmap({ host: '127.0.0.1', port: 0, clock, log, maps: { domains } });
  socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
});
afterEach(async () => {
  socket.destroy();
  await server.close();
});

const netstring = (text: string) => `${Buffer.byteLength(text)}:${text},`;

/** The replies once this many netstrings have arrived, or the connection has ended. */
async function answers(count: number): Promise<string[]> {
  let said = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if ([...said.matchAll(/\d+:[^,]*,/g)].length >= count) break;
  }
  return [...said.matchAll(/\d+:([^,]*),/g)].map(([, text = '']) => text);
}

test('what is there, what is not, what can not be said now and what is no map are told apart, in their order', async () => {
  const asked = ['domains sao-mai.example', 'domains la.example', 'domains broken.example', 'people an'];
  socket.write([...asked, 'constructor x'].map(netstring).join(''));
  expect(await answers(5)).toEqual([
    'OK sao-mai.example',
    'NOTFOUND ',
    'TEMP look-up failed',
    'PERM no such map',
    'PERM no such map',
  ]);
});

test('a request may come in pieces', async () => {
  const answered = answers(1);
  for (const piece of ['2', '3:domains sao-mai', '.example', ',']) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
  expect(await answered).toEqual(['OK sao-mai.example']);
});

test.each([['EHLO x\r\n'], ['99999:x'], ['1001:'], [':x,'], ['3:abcd,']])(
  'who sends %j is cut off unanswered, and others are not',
  async (bytes) => {
    socket.write(bytes);
    expect(await answers(1)).toEqual([]);
    socket = connect(server.port, '127.0.0.1').setEncoding('utf8');
    socket.write(netstring('domains sao-mai.example'));
    expect(await answers(1)).toEqual(['OK sao-mai.example']);
  },
);

test('who leaves while a look-up is under way leaves nothing behind', async () => {
  const held = Promise.withResolvers<string | null>();
  const asked = Promise.withResolvers<void>();
  const domains = () => {
    asked.resolve();
    return held.promise;
  };
  let watched = 0;
  const counting: TestClock = {
    ...clock,
    every(ms, act) {
      const timer = clock.every(ms, act);
      watched += 1;
      return {
        stop() {
          watched -= 1;
          timer.stop();
        },
      };
    },
  };
  const slow = await startSocketmap({ host: '127.0.0.1', port: 0, clock: counting, log, maps: { domains } });
  const client = connect(slow.port, '127.0.0.1');
  client.write(netstring('domains sao-mai.example'));
  await asked.promise;
  client.resetAndDestroy();
  // Its connections have ended by then, and report it two ticks later.
  await slow.close();
  for (const _turn of [1, 2]) await new Promise(setImmediate);
  expect(watched).toBe(1);
  held.resolve('sao-mai.example');
  await vi.waitFor(() => expect(watched).toBe(0));
});

test('who asks nothing for a minute is cut off', async () => {
  socket.write(netstring('domains la.example'));
  expect(await answers(1)).toEqual(['NOTFOUND ']);
  const closed = once(socket, 'close');
  await clock.advance(120_000);
  await closed;
});
