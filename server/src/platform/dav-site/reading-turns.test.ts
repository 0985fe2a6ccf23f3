import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calDavPerson } from '../../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { inTransaction } from '../db/database.ts';
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

test('CD-9 CL-9 reads of contacts and of calendars count together, those of others do not', async () => {
  const { dav, email, calendar } = await calDavPerson(server);
  const other = await calDavPerson(server);
  const books = `/dav/addressbooks/${email}/`;
  const paths = [calendar, books];
  const together = READ_AT_ONCE + WAIT_AT_MOST;
  const { answers, refused } = await inTransaction(server.context.db, async (tx) => {
    // Who has a turn waits here for the lists of books and of calendars.
    await sql`lock table contact_books, calendars in access exclusive mode`.execute(tx);
    const all = Array.from({ length: together + 1 }, (_, nth) =>
      dav.call('PROPFIND', paths[nth % 2] as string, { depth: '1' }),
    );
    const first = await Promise.race(all);
    await other.dav.ask('PROPFIND', '/dav/', { depth: '1' });
    return { answers: all, refused: first };
  });
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 207)).toHaveLength(together);
});

test('CD-9 CL-9 turns are free again when answers were taken', async () => {
  const { dav, email, calendar } = await calDavPerson(server);
  const paths = [calendar, `/dav/addressbooks/${email}/`];
  const asked = Array.from({ length: READ_AT_ONCE + WAIT_AT_MOST }, (_, nth) =>
    dav.ask('PROPFIND', paths[nth % 2] as string, { depth: '1' }),
  );
  expect(await Promise.all(asked)).toHaveLength(asked.length);
  await dav.ask('PROPFIND', calendar, { depth: '1' });
});
