import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createExportTurns } from './export-turns.ts';

const refusal = expect.objectContaining({ code: 'too_many_requests' });

function setUp() {
  const clock = createTestClock();
  const inTurn = createExportTurns(clock);
  const socket = { bytesWritten: 0 };
  async function start(person: number, method = 'GET'): Promise<Readable> {
    const stream = new Readable({ read: () => undefined });
    stream.on('error', () => undefined);
    const request = { method, raw: { socket } } as unknown as FastifyRequest;
    await inTurn(person, request, async () => ({ headers: {}, stream }));
    return stream;
  }
  const end = async (stream: Readable) => {
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
  };
  return { clock, inTurn, socket, start, end };
}

test('IV-13 an account has one export at a time and a process two; others are refused at once', async () => {
  const { start, end } = setUp();
  const first = await start(1);
  await expect(start(1)).rejects.toEqual(refusal);
  const second = await start(2);
  await expect(start(3)).rejects.toEqual(refusal);
  await end(first);
  await end(await start(3));
  await start(1);
  await end(second);
});

test('IV-13 an export that is refused for another reason, or only asked about, keeps no place', async () => {
  const { inTurn, start } = setUp();
  const request = { method: 'GET', raw: { socket: { bytesWritten: 0 } } } as unknown as FastifyRequest;
  const failing = inTurn(1, request, async () => {
    throw new Error('too large');
  });
  await expect(failing).rejects.toThrow('too large');
  await start(1, 'HEAD');
  const first = await start(1);
  await expect(start(1, 'HEAD')).rejects.toEqual(refusal);
  expect(first.destroyed).toBe(false);
});

test('IV-13 an export that is not taken for a minute ends, and its place is free', async () => {
  const { clock, socket, start } = setUp();
  const stalled = await start(1);
  socket.bytesWritten += 1;
  await clock.advance(60_000);
  expect(stalled.destroyed).toBe(false);
  await clock.advance(60_000);
  expect(stalled.destroyed).toBe(true);
  await start(1);
});
