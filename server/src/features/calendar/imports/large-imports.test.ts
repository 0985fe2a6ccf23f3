import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOfFiles } from '../../../calendar/ical/events-of-files.ts';
import { inOneGo } from '../../../platform/in-slices.ts';
import { createTurns } from '../../../platform/take-turns.ts';
import type { Tables } from '../../../tables.ts';
import { newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import type { TestDb } from '../../../test-kit/test-context.ts';
import { preparePortions } from './classify-events.ts';
import { runImport } from './run-import.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function fileOf(count: number, more = '', start = 0) {
  const events = Array.from({ length: count }, (_, at) =>
    [
      ...['BEGIN:VEVENT', `UID:${start + at}@x`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20261127T020000Z'],
      ...[`SUMMARY:Việc ${at}`, ...(more === '' ? [] : [more]), 'END:VEVENT', ''],
    ].join('\r\n'),
  );
  const bytes = Buffer.from(`BEGIN:VCALENDAR\r\n${events.join('')}END:VCALENDAR\r\n`);
  return inOneGo(eventsOfFiles([{ name: '', bytes }]));
}

const NEVER = new AbortController().signal;

test('CL-157 a hundred events more cost a number of statements that does not grow', async () => {
  const { mailbox } = await newPerson(server);
  const counted = { statements: 0 };
  const { context } = server;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: context.database.pool }),
    log: () => {
      counted.statements += 1;
    },
  }) as TestDb;
  const deps = { ...context, db, turns: createTurns(context.clock), signal: NEVER };
  async function statementsOf(count: number, more = ''): Promise<number> {
    counted.statements = 0;
    const order = { uid: crypto.randomUUID(), name: `Lịch ${count}${more.length}` };
    expect((await runImport(deps, mailbox, fileOf(count, more), order)).created).toBe(count);
    return counted.statements;
  }
  const small = await statementsOf(100);
  const large = await statementsOf(1_000);
  const each = (large - small) / 9;
  expect(each).toBeGreaterThan(5);
  expect(each).toBeLessThan(30);
  // Those that are there already are told apart by their hashes, a hundred at a time.
  counted.statements = 0;
  const { id } = await context.db
    .selectFrom('calendars')
    .select('id')
    .where('mailbox_id', '=', mailbox)
    .where('name', '=', 'Lịch 10000')
    .executeTakeFirstOrThrow();
  const again = { uid: crypto.randomUUID(), calendar_id: id };
  expect((await runImport(deps, mailbox, fileOf(1_000), again)).equal).toBe(1_000);
  expect(counted.statements).toBeLessThan(large);
});

test('CL-157 others are served after each event, and a portion is never large', async () => {
  const { context } = server;
  const target = {
    ...{ importId: '', person: 1, mailboxId: 1, calendarId: '', isOwner: true, own: new Set<string>() },
    now: Math.floor(context.clock.now() / 1000),
  };
  const deps = { db: context.db, turns: createTurns(context.clock), signal: NEVER };
  let others = 0;
  let isOver = false;
  function serveOthers(): void {
    others += 1;
    if (!isOver) setImmediate(serveOthers);
  }
  serveOthers();
  const portions: { events: number; occurrences: number }[] = [];
  for await (const { prepared } of preparePortions(deps, fileOf(200, 'RRULE:FREQ=DAILY').events, target)) {
    const occurrences = prepared.reduce((sum, { derived }) => sum + derived.occurrences.length, 0);
    portions.push({ events: prepared.length, occurrences });
  }
  isOver = true;
  expect(portions.reduce((sum, { events }) => sum + events, 0)).toBe(200);
  for (const { occurrences } of portions) expect(occurrences).toBeLessThan(15_000);
  expect(others).toBeGreaterThanOrEqual(200);
});
