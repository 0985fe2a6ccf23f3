import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../admin/doctor.ts';
import { migrateCommand } from '../../admin/migrate.ts';
import { statusCommand } from '../../admin/status.ts';
import { BackupError, openBackup } from '../../platform/backups/backup-folder.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import { databaseUrl } from '../../platform/db/pg-config.ts';
import { silentLogger } from '../../platform/logger.ts';
import { knownMigrations, migrateDatabase, prepareTables } from '../../prepare-database.ts';
import { createEmptyDatabase, createTestDatabase } from '../../test-kit/database.ts';
import { fileMails } from '../../test-kit/file-mail.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { queryOnce } from '../../test-kit/query-once.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { makeBackup } from './make-backup.ts';
import { type RestoreDeps, restoreBackup } from './restore-backup.ts';

const nothing = () => undefined;
const killed = () => Promise.reject(new Error('killed'));

let server: TestServer;
let dir: string;
let names: string[];

beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'bocau-restore-'));
  names = [...(await knownMigrations())].sort();
  const { mailbox } = await newPerson(server);
  await fileMails(server.context, mailbox, [{ text: 'một' }, { text: 'hai' }, { text: 'ba' }]);
  await makeBackup(server.context, join(dir, 'backups'), nothing);
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

type Target = Awaited<ReturnType<typeof emptyTarget>>;

async function emptyTarget(makeDatabase = createEmptyDatabase) {
  const { clock, config } = server.context;
  const { pgConfig, drop } = await makeDatabase();
  const blobs = await openBlobStore(`file:${await mkdtemp(join(dir, 'blobs-'))}`, { clock });
  const deps: RestoreDeps = {
    ...{ pgConfig, blobs, clock, migrations: new Set(names) },
    migrate: (only) => migrateDatabase(pgConfig, config, { only }),
  };
  const close = async () => {
    await blobs.close();
    await drop();
  };
  return { deps, close };
}

async function restore({ deps }: Target, otherwise: Partial<RestoreDeps> = {}): Promise<unknown> {
  const from = join(dir, 'backups');
  const options = { withoutLost: false, by: 'root', progress: nothing };
  return restoreBackup({ ...deps, ...otherwise }, from, await openBackup(from), options);
}

function start({ deps: { pgConfig } }: Target, migrate: 'start' | 'empty'): Promise<void> {
  const config = { ...server.context.config, migrate, databaseUrl: databaseUrl(pgConfig) };
  return prepareTables(pgConfig, config, silentLogger);
}

/** The ways in which a restore is interrupted, from its first step to its last. */
function cuts({ deps }: Target): Record<string, Partial<RestoreDeps>> {
  const { blobs, pgConfig, migrate } = deps;
  let calls = 0;
  const storeThat = (change: Partial<BlobStore>) => ({ blobs: { ...blobs, ...change } });
  const after = (count: number) => ({
    async migrate() {
      await migrate(new Set(names.slice(0, count)));
      await killed();
    },
  });
  return {
    'while it copies blobs': storeThat({ put: (bytes) => (++calls > 1 ? killed() : blobs.put(bytes)) }),
    'before the first table': after(0),
    'after the first migration': after(1),
    'after half of the migrations': after(names.length / 2),
    'after nearly all migrations': after(names.length - 1),
    'while it loads the rows': {
      async migrate(only) {
        await migrate(only);
        await queryOnce(
          pgConfig,
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'restore'
           and datname = current_database()`,
        );
      },
    },
    'before the blobs are marked': storeThat({ readOwner: killed }),
    'before the newest migrations': {
      async migrate(only) {
        if (only === undefined) await killed();
        else await migrate(only);
      },
    },
  };
}

test('a restore that was cut off anywhere is begun again, and nothing starts on what it left', async () => {
  const target = await emptyTarget();
  for (const [when, cut] of Object.entries(cuts(target))) {
    await expect(restore(target, cut), when).rejects.toThrow();
    for (const migrate of ['start', 'empty'] as const) {
      await expect(start(target, migrate), when).rejects.toThrow(
        /^DATABASE_URL=\S+: a restore of backup \d{8}T\d{6}Z has begun there and not ended\. Run `npm run admin -- restore --from \S+ --at \S+` again, or wait for the one that runs\.$/,
      );
    }
  }
  await restore(target);
  await start(target, 'empty');
  const bodies = (pgConfig: RestoreDeps['pgConfig']) =>
    queryOnce(pgConfig, 'select mailbox_id, id, subject, blob from messages order by 1, 2');
  expect(await bodies(target.deps.pgConfig)).toEqual(await bodies(server.context.pgConfig));
  await expect(restore(target)).rejects.toThrow('The installation is not empty');
  await target.close();
});

test('status, doctor and migrate say that a restore has not ended', async () => {
  const target = await emptyTarget();
  await expect(restore(target, { migrate: killed })).rejects.toThrow('killed');
  const { pgConfig } = target.deps;
  const config = { ...server.context.config, databaseUrl: databaseUrl(pgConfig) };
  let text = '';
  const out = { write: (piece: string) => (text += piece) };
  expect(await statusCommand.runWithout(config, out, { args: [], err: out })).toBe(1);
  const by = { pgConfig, clock: server.clock, resolver: server.context.resolver };
  expect(await examine(config, out, by)).toBe(1);
  expect(text).toMatch(/^schema +a restore of backup \S+ has not ended$/m);
  expect(text).toMatch(/^fail {2}restore: that of backup \S+ from \S+ has not ended; run it again$/m);
  await expect(migrateCommand.runWithout(config, out, { args: [], err: out })).rejects.toThrow(
    'a restore of backup',
  );
  await target.close();
});

test('the blobs that were marked for the empty installation are those of the restored one, also when it was cut off', async () => {
  const target = await emptyTarget(createTestDatabase);
  const idOf = async (pgConfig: RestoreDeps['pgConfig']) =>
    (await queryOnce(pgConfig, 'select id from installation'))[0]?.id;
  await target.deps.blobs.writeOwner((await idOf(target.deps.pgConfig)) as string);
  const cut = { blobs: { ...target.deps.blobs, writeOwner: killed } };
  await expect(restore(target, cut)).rejects.toThrow('killed');
  await restore(target);
  expect(await target.deps.blobs.readOwner()).toBe(await idOf(server.context.pgConfig));
  await target.close();
});

test('a damaged backup is refused in one line, before anything is done', async () => {
  const target = await emptyTarget();
  const { name, folder } = await openBackup(join(dir, 'backups'));
  for (const file of ['messages.copy.zst', 'blobs.zst', 'jobs.zst']) {
    const path = join(folder, file);
    const bytes = await readFile(path);
    for (const damaged of [Buffer.concat([bytes, bytes]), bytes.subarray(0, bytes.length / 2)]) {
      await writeFile(path, damaged);
      await expect(restore(target)).rejects.toThrow(
        new BackupError(
          `Backup ${name} is damaged: ${file} is not what was written; --at restores another one`,
        ),
      );
    }
    await writeFile(path, bytes);
  }
  expect(
    await queryOnce(target.deps.pgConfig, 'select from pg_tables where schemaname = current_schema()'),
  ).toEqual([]);
  await target.close();
});

test('another backup is not put over one whose rows are in', async () => {
  const target = await emptyTarget(createTestDatabase);
  await expect(restore(target, { blobs: { ...target.deps.blobs, readOwner: killed } })).rejects.toThrow();
  server.clock.pass(60_000);
  const { name } = await makeBackup(server.context, join(dir, 'backups'), nothing);
  await expect(restore(target)).rejects.toThrow(
    /^The rows of backup \S+ are there already: end that restore with --at \S+, or give it a database without tables$/,
  );
  await rm(join(dir, 'backups', name), { recursive: true });
  await restore(target);
  await target.close();
});
