import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardDavPerson } from '../../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createReadingTurns, READ_AT_ONCE, WAIT_AT_MOST } from './reading-turns.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const replyOf = () => {
  const raw = Object.assign(new EventEmitter(), { destroyed: false });
  return { raw, reply: { raw } as unknown as FastifyReply };
};

test('CD-9 a few answers of a person are read at once, some wait, further ones are refused for now', async () => {
  const turns = createReadingTurns(server.context);
  const running = Array.from({ length: READ_AT_ONCE }, replyOf);
  await Promise.all(running.map(({ reply }) => turns.enter(1, reply)));
  let entered = 0;
  const waiting = Array.from({ length: WAIT_AT_MOST }, replyOf);
  const all = waiting.map(({ reply }) => turns.enter(1, reply).then(() => (entered += 1)));
  await expect(turns.enter(1, replyOf().reply)).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '30' },
  });
  await turns.enter(2, replyOf().reply);
  expect(entered).toBe(0);
  for (const { raw } of running) raw.emit('close');
  await Promise.all(all.slice(0, READ_AT_ONCE));
  expect(entered).toBe(READ_AT_ONCE);
});

test('CD-9 places are free again when answers were taken', async () => {
  const { dav, book } = await cardDavPerson(server);
  const asked = Array.from({ length: READ_AT_ONCE + WAIT_AT_MOST }, () =>
    dav.ask('PROPFIND', book, { depth: '1' }),
  );
  expect(await Promise.all(asked)).toHaveLength(asked.length);
  await dav.ask('PROPFIND', book, { depth: '1' });
});
