import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { type AppContext, createContext } from '../context.ts';
import { recountDrive } from '../drive/recount/recount-drive.ts';
import { createDomain } from '../features/people/create-people.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { silentLogger } from '../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../test-kit/database.ts';
import { createTestClock, TEST_NOW, type TestClock } from '../test-kit/test-clock.ts';
import { worldDrives } from './drive-files.ts';
import { lanAnh } from './people.ts';
import { seedDemo } from './seed-demo.ts';
import { welcome } from './welcome.ts';
import { demoWorld } from './world.ts';

const PORTS = {
  ...{ httpPort: 8080, smtpPort: 2525, lmtpPort: null },
  ...{ submissionPort: null, imapPort: 2143, pop3Port: 2110 },
};

let database: TestDatabase;
let dataDir: string;
let clock: TestClock;
let context: AppContext;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'bocau-seed-'));
  clock = createTestClock();
  context = await openContext();
});
afterEach(async () => {
  await context.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function openContext(): Promise<AppContext> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://given-by-the-test', DATABASE_POOL: '4' };
  const { pgConfig } = database;
  return createContext(readConfig(readEnv(env)), { clock, log: silentLogger, pgConfig });
}

async function mailByOwner(): Promise<Map<string, number>> {
  const { db } = context;
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('mailboxes as b', 'b.id', 'm.mailbox_id')
    .select(['b.email', db.fn.countAll<number>().as('messages')])
    .groupBy('b.email')
    .execute();
  return new Map(rows.map((row) => [row.email, Number(row.messages)]));
}

/** Everybody's mail as the world has it, none missing and none twice, all kept in step. */
async function expectWholeWorld(): Promise<void> {
  const expected = new Map<string, number>();
  for (const { owner } of demoWorld(TEST_NOW / 1000).mail)
    expected.set(owner, (expected.get(owner) ?? 0) + 1);
  expect(await mailByOwner()).toEqual(expected);
  const mailboxes = await context.db.selectFrom('mailboxes').select('id').execute();
  for (const { id } of mailboxes) {
    expect(await recount(context.db, id)).toEqual([]);
    expect(await recountDrive(context.db, id)).toEqual([]);
  }
  const members = context.db
    .selectFrom('group_members')
    .select(({ fn }) => fn.countAll<number>().as('count'));
  expect(await members.executeTakeFirstOrThrow()).toEqual({ count: 6 });
  const rooms = context.db.selectFrom('calendar_rooms').select('name').orderBy('address');
  expect((await rooms.execute()).map(({ name }) => name)).toEqual(['Máy chiếu', 'Phòng Hạc', 'Phòng Sen']);
  const drives = await context.db
    .selectFrom('drive_entries as e')
    .innerJoin('mailboxes as m', 'm.id', 'e.mailbox_id')
    .select(({ fn }) => ['m.email', fn.countAll<number>().as('count')])
    .where('e.is_folder', '=', false)
    .groupBy('m.email')
    .execute();
  const seeded = worldDrives.map(({ person, files }) => ({
    email: person.email,
    count: files.filter(({ versions }) => versions.length > 0).length,
  }));
  expect(drives).toHaveLength(seeded.length);
  expect(drives).toEqual(expect.arrayContaining(seeded));
}

test('the demo world is finished by the next start when one was cut off, and made once by all that start together', async () => {
  let left = 500;
  const parse: AppContext['parser']['parse'] = (key, size) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('cut off')) : context.parser.parse(key, size);
  };
  const dying = { ...context, parser: { ...context.parser, parse } };
  await expect(seedDemo(dying)).rejects.toThrow('cut off');

  // Another day: the world is still dated by the one on which it was begun.
  await clock.advance(36 * 3_600_000);
  const other = await openContext();
  try {
    const arrivals = await Promise.all([seedDemo(context), seedDemo(other)]);
    expect(arrivals.flat()).toHaveLength(1);
  } finally {
    await other.close();
  }
  await expectWholeWorld();
  expect(await seedDemo(context)).toEqual([]);

  const text = await welcome(context.db, context.config, PORTS);
  expect(text).toContain('http://127.0.0.1:8080');
  expect(text).toContain(`${lanAnh.email}   password ${lanAnh.password}`);
  expect(text).toContain('SMTP 127.0.0.1:2525');
  expect(text).toContain('IMAP 127.0.0.1:2143, POP3 127.0.0.1:2110, signed in as above');
  expect(text).not.toContain('LMTP');
});

test('the demo world stays away from a database that has a domain', async () => {
  await createDomain(context, 'own.example', true);
  expect(await seedDemo(context)).toEqual([]);
  expect(await context.db.selectFrom('mailboxes').selectAll().execute()).toEqual([]);
});

test('the greeting says how to add the first user where there is none', async () => {
  const text = await welcome(context.db, context.config, PORTS);
  expect(text).toContain('npm run admin -- user add');
  expect(text).not.toContain(lanAnh.password);
});
