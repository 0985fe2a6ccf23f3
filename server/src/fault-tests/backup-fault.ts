import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { makeBackup } from '../features/backup/make-backup.ts';
import { restoreBackup } from '../features/backup/restore-backup.ts';
import { openBackup } from '../platform/backups/backup-folder.ts';
import { openBlobStore } from '../platform/blobs/open-blob-store.ts';
import { systemClock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { knownMigrations, migrateDatabase } from '../prepare-database.ts';
import type { PostgresPair } from '../test-kit/postgres-pair.ts';
import type { ClusterFault } from './cluster-faults.ts';
import { examineMail } from './cluster-turn.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { openParts } from './prepare-people.ts';

const RESTORED = 'restored';

/** It contains everything acknowledged before it began, and its restored copy is consistent. */
export function backupFault(world: ClusterWorld, pair: PostgresPair): ClusterFault {
  return {
    name: 'backup under load, and restore',
    often: false,
    async strike() {
      const folder = await mkdtemp(join(tmpdir(), 'bocau-backup-'));
      try {
        const wanted = [...world.acknowledged];
        await makeBackup(world.parts, join(folder, 'backup'), () => undefined);
        return await restoreAndExamine(world, pair, folder, wanted);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

async function restoreAndExamine(
  world: ClusterWorld,
  pair: PostgresPair,
  folder: string,
  wanted: string[],
): Promise<string[]> {
  await pair.primary.asSuperuser(`drop database if exists ${RESTORED}`);
  await pair.primary.asSuperuser(`create database ${RESTORED} owner bocau`);
  const env = {
    DATABASE_URL: `postgresql://bocau@127.0.0.1:${pair.primary.port}/${RESTORED}`,
    BLOB_STORE: `file:${join(folder, 'blobs')}`,
    DATA_DIR: join(folder, 'data'),
    ROLES: 'jobs',
  };
  const config = readConfig(readEnv(env));
  const pgConfig = { connectionString: env.DATABASE_URL };
  const { url, ...blobOptions } = config.blobStore;
  const blobs = await openBlobStore(url, { clock: systemClock, ...blobOptions });
  const deps = { pgConfig, blobs, clock: systemClock, migrations: await knownMigrations() };
  const dir = join(folder, 'backup');
  const chosen = { withoutLost: false, by: 'root', progress: () => undefined };
  await restoreBackup(
    { ...deps, migrate: (only) => migrateDatabase(pgConfig, config, only ? { only } : {}) },
    dir,
    await openBackup(dir),
    chosen,
  );
  await blobs.close();

  const parts = await openParts(env.DATA_DIR, env);
  try {
    const { rows } = await sql<{ delivery: string }>`
      select b.email || ' ' || (m.sender->>'email') as delivery
      from messages m join mailboxes b on b.id = m.mailbox_id`.execute(kyselyOf(parts.db));
    const there = new Set(rows.map(({ delivery }) => delivery));
    const missing = wanted.filter((delivery) => !there.has(delivery));
    const restored = { ...world, parts, dataDir: env.DATA_DIR, acknowledged: [], straight: env };
    const { doubled, complaints } = await examineMail(restored, []);
    return [
      ...missing.map((delivery) => `not in the backup: ${delivery}`),
      ...[...doubled, ...complaints].map((what) => `restored: ${what}`),
    ];
  } finally {
    await parts.close();
  }
}
