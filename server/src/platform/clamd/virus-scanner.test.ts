import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createVirusScanner } from './virus-scanner.ts';

/** A scanner that misbehaves as clamd may; scanning itself is tested with the real one. */
let server: Server | null = null;

afterEach(async () => {
  const closing = server;
  server = null;
  if (closing) await new Promise((resolve) => closing.close(resolve));
});

async function scannerThat(serve: (socket: Socket) => void, timeLimitMs = 5000) {
  const listening = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return createVirusScanner({ address: { host: '127.0.0.1', port }, clock: systemClock, timeLimitMs });
}

async function* bytes(count = 1): AsyncGenerator<Buffer> {
  for (let part = 0; part < count; part += 1) yield Buffer.alloc(64 * 1024, part);
}

/** Answers after the zero-length chunk that ends a stream. */
function answering(reply: string) {
  return (socket: Socket) => {
    let got = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk]);
      if (got.subarray(-4).equals(Buffer.alloc(4))) socket.end(`${reply}\0`);
    });
  };
}

it.each([
  ['stream: OK', { has_virus: false, message: 'OK' }],
  ['stream: Win.Test.EICAR_HDB-1 FOUND', { has_virus: true, message: 'Win.Test.EICAR_HDB-1' }],
  [
    'INSTREAM size limit exceeded. ERROR',
    { has_virus: false, message: 'Error: INSTREAM size limit exceeded.' },
  ],
])('AT-7 reads %j', async (reply, result) => {
  expect(await (await scannerThat(answering(reply))).scan(bytes(3))).toEqual(result);
});

it('AT-7 hears a scanner that has had enough in the middle', async () => {
  const scanner = await scannerThat((socket) => {
    socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0'));
  });
  expect(await scanner.scan(bytes(2000))).toEqual({
    has_virus: false,
    message: expect.stringMatching(/^Error: /),
  });
});

it.each([
  ['hangs up', (socket: Socket) => socket.destroy()],
  ['says nothing', (socket: Socket) => void socket.resume()],
])('AT-7 is unable to scan when the scanner %s', async (_, serve) => {
  const scanner = await scannerThat(serve, 200);
  expect((await scanner.scan(bytes())).message).toMatch(/^Error: /);
});

it('is unable to scan when there is no scanner', async () => {
  const scanner = createVirusScanner({
    address: { path: '/nonexistent/clamd.ctl' },
    clock: systemClock,
    timeLimitMs: 1000,
  });
  expect((await scanner.scan(bytes())).message).toBe('Error: ENOENT');
});

it('passes on that the bytes could not be read', async () => {
  const scanner = await scannerThat(answering('stream: OK'));
  const broken = (async function* read() {
    yield Buffer.from('x');
    throw new Error('The upload broke off');
  })();
  await expect(scanner.scan(broken)).rejects.toThrow('The upload broke off');
});
