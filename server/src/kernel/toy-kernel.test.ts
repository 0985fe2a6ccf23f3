import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '../features/backup/make-backup.ts';
import { restoreBackup } from '../features/backup/restore-backup.ts';
import { purgePeople } from '../features/people/purge-people.ts';
import { countNotExported } from '../features/transfer/transfer.store.ts';
import { openBackup } from '../platform/backups/backup-folder.ts';
import { openBlobStore } from '../platform/blobs/open-blob-store.ts';
import { silentLogger } from '../platform/logger.ts';
import { knownMigrations, migrateDatabase } from '../prepare-database.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { queryOnce } from '../test-kit/query-once.ts';
import { connectSocket } from '../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import type { Kernel } from './kernel.ts';
import { KERNELS } from './kernels.ts';
import { findUnnamed } from './orphaned-blobs.store.ts';
import { createChangePublisher } from './publish-changes.ts';

/** The type allows only the product's table names, so a toy's need a cast. */
const toys = (name: string) => name as 'drive_entries';

/** A future kernel: nothing else knows of it. */
const TOY = {
  name: 'toys',
  journal: {
    state: toys('toy_state'),
    changes: toys('toy_changes'),
    channel: 'toys_changed',
    event: 'drive_changed',
  },
  mailboxRows: [{ table: toys('toy_state') }, { table: toys('toys'), notExported: 'toys' }],
  mailboxNames: {},
  blobColumns: [{ table: toys('toys'), column: 'picture' }],
  otherBytes: {},
  leftOut: { [toys('toy_moments')]: 'a toy of the moment' },
} satisfies Kernel;

const TABLES = `
  create table toy_state (mailbox_id bigint primary key, seq bigint not null, forgotten_seq bigint not null);
  create table toys (mailbox_id bigint not null, id bigint not null, picture bytea);
  create table toy_moments (mailbox_id bigint not null, id bigint not null);`;

const PICTURE = randomBytes(32).toString('hex');

let server: TestServer;
let an: NewPerson;
let dir: string;

beforeAll(async () => {
  KERNELS.push(TOY);
  dir = await mkdtemp(join(tmpdir(), 'bocau-toys-'));
  server = await startTestServer();
  const { db } = server.context;
  await sql.raw(TABLES).execute(db);
  an = await newPerson(server);
  await sql`insert into toy_state values (${an.mailbox}, 7, 3)`.execute(db);
  await sql`insert into toys values (${an.mailbox}, 1, decode(${PICTURE}, 'hex'))`.execute(db);
  await sql`insert into toy_moments values (${an.mailbox}, 1)`.execute(db);
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

test('sockets are told when a mailbox has changed in another kernel', async () => {
  const { db, log } = server.context;
  const socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
  await socket.next('hello');
  const publisher = createChangePublisher(db, log, TOY.journal);
  publisher.changed(an.mailbox);
  expect(await socket.next('drive_changed')).toEqual({ seq: 7 });
  await publisher.idle();
  await socket.close();
});

test('what another kernel names stays in the blob store, and what its exports leave behind is told', async () => {
  const unnamed = randomBytes(32).toString('hex');
  expect(await findUnnamed(server.context.db, [PICTURE, unnamed])).toEqual([unnamed]);
  expect(await countNotExported(server.context.db, an.mailbox)).toContainEqual({ what: 'toys', count: 1 });
});

test('rows of another kernel are restored, with numbers that no client has seen', async () => {
  const { context } = server;
  await sql`update toys set picture = null`.execute(context.db);
  await makeBackup(context, dir, () => undefined, null);
  const { pgConfig, drop } = await createTestDatabase();
  await queryOnce(pgConfig, TABLES);
  const blobs = await openBlobStore(`file:${join(dir, 'blobs')}`, {
    clock: context.clock,
    credentials: null,
  });
  await restoreBackup(
    {
      ...{ pgConfig, blobs, clock: context.clock, migrations: await knownMigrations() },
      migrate: (only) => migrateDatabase(pgConfig, context.config, { only }),
    },
    dir,
    await openBackup(dir),
    { withoutLost: false, by: 'root', progress: () => undefined },
  );
  await blobs.close();
  expect(await queryOnce(pgConfig, 'select seq, forgotten_seq from toy_state')).toEqual([
    { seq: '1000000007', forgotten_seq: '1000000007' },
  ]);
  expect(await queryOnce(pgConfig, 'select id from toys')).toEqual([{ id: '1' }]);
  expect(await queryOnce(pgConfig, 'select id from toy_moments')).toEqual([]);
  await drop();
});

test('rows of another kernel go with who is removed', async () => {
  const { context } = server;
  await context.db
    .updateTable('mailboxes')
    .set({ deleted_at: 1, purge_at: 2 })
    .where('id', '=', an.mailbox)
    .execute();
  await purgePeople({ ...context, log: silentLogger }, new AbortController().signal);
  expect((await sql`select id from toys`.execute(context.db)).rows).toEqual([]);
});
