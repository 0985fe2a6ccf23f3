import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { forwardTask } from '../../mail/incoming/forward-task.ts';
import { replyTask } from '../../mail/incoming/reply-task.ts';
import { skipMissedTask } from '../../mail/outbox/parked-sends.ts';
import { sendPeriodicTask, startSendTask } from '../../mail/outbox/sending-tasks.ts';
import { type Backup, BackupError, blobsUrl, type ListFile } from '../../platform/backups/backup-folder.ts';
import { readSealed } from '../../platform/backups/sealed-file.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { createClient } from '../../platform/db/connection-config.ts';
import { MIGRATION } from '../../platform/db/deadlines.ts';
import type { PgConfig } from '../../platform/db/pg-config.ts';
import { copyBlob } from './copy-blob.ts';
import { readMigrations } from './dump.store.ts';
import { eachAtMost } from './each-at-most.ts';
import { finishRestoreTask, MAY_HAVE_LEFT } from './finish-restore.ts';
import {
  addJobOf,
  analyze,
  beginLoad,
  countContents,
  dropIndexes,
  emptyTables,
  endLoad,
  hasTables,
  loadJobs,
  loadTable,
  makeIndexes,
  parkSending,
  readInstallation,
  revokeTokens,
  setIdentity,
  skipChanges,
} from './load-dump.store.ts';
import { readKeys } from './read-keys.ts';
import type { BackupFault } from './verify-backup.ts';

export type RestoreDeps = {
  pgConfig: PgConfig;
  blobs: BlobStore;
  clock: Clock;
  /** Makes the tables: by these migrations alone, or by all. */
  migrate(only?: ReadonlySet<string>): Promise<void>;
  /** The migrations that this program knows. */
  migrations: ReadonlySet<string>;
};

export type RestoreResult = { rows: number; blobs: number; lost: BackupFault[] };

const COPIED_AT_ONCE = 16;

/**
 * Makes of an empty installation what the backup holds. The blobs come first, and all rows in one transaction, so that one
 * that was cut off leaves an installation that is empty still, and is begun again.
 */
export async function restoreBackup(
  deps: RestoreDeps,
  dir: string,
  backup: Backup,
  options: { withoutLost: boolean; progress(done: number, of: number): void },
): Promise<RestoreResult> {
  const { manifest } = backup;
  const client = createClient({
    pgConfig: deps.pgConfig,
    applicationName: 'restore',
    deadlines: MIGRATION,
  });
  await client.connect();
  try {
    await refuseUnlessEmpty(client, deps, backup);
    const before = await readInstallation(client);
    const lost = await copyBlobs(deps, dir, backup, options.progress);
    const known = new Set(manifest.lost.map(({ key }) => `blob ${key}`));
    const damaged = lost.filter(({ what }) => !known.has(what));
    if (damaged.length > 0 && !options.withoutLost) {
      throw new BackupError(
        `${damaged.length} blobs of the backup are damaged or missing, such as ${damaged[0]?.what} (${damaged[0]?.reason}); --without-lost restores all the others`,
      );
    }
    await deps.migrate(new Set(manifest.migrations.map((migration) => migration.name)));
    await checkMigrations(client, backup);
    const rows = await loadRows(client, deps.clock, backup);
    // At once: a start with the new rows refuses the blobs of the installation that was empty.
    await giveBlobsTo(deps.blobs, { before, now: await readInstallation(client) });
    await deps.migrate();
    await analyze(client);
    return { rows, blobs: manifest.blobs.rows - lost.length, lost };
  } finally {
    await client.end();
  }
}

/** A blob store that was marked for the empty installation is that of the restored one from now on. */
async function giveBlobsTo(
  blobs: BlobStore,
  { before, now }: { before: string | null; now: string | null },
): Promise<void> {
  if (before !== null && now !== null && (await blobs.readOwner()) === before) await blobs.writeOwner(now);
}

async function refuseUnlessEmpty(
  client: pg.Client,
  { migrations }: RestoreDeps,
  { manifest }: Backup,
): Promise<void> {
  const unknown = manifest.migrations.find(({ name }) => !migrations.has(name));
  if (unknown) {
    throw new BackupError(`The backup is of a newer program: this one does not know ${unknown.name}`);
  }
  if (!(await hasTables(client))) return;
  const { domains, mailboxes, acts } = await countContents(client);
  if (domains + mailboxes > 0) {
    throw new BackupError(
      `The installation is not empty: it has ${domains} domains and ${mailboxes} mailboxes. Restore into an empty one, or one mailbox with --mailbox`,
    );
  }
  if (acts > 0) {
    throw new BackupError(
      'Administrators did something in the installation, which is written down for good: give it a database without tables',
    );
  }
  const known = new Set(manifest.migrations.map(({ name }) => name));
  const later = (await readMigrations(client)).find(({ name }) => !known.has(name));
  if (later) {
    throw new BackupError(
      `The database has the tables of a later program than the backup (${later.name}): give it one without tables`,
    );
  }
}

async function checkMigrations(client: pg.Client, { manifest }: Backup): Promise<void> {
  const applied = new Map((await readMigrations(client)).map(({ name, sha256 }) => [name, sha256]));
  const other = manifest.migrations.find(({ name, sha256 }) => applied.get(name) !== sha256);
  if (other) throw new BackupError(`The program that made the backup had another ${other.name}`);
}

async function copyBlobs(
  { blobs, clock }: RestoreDeps,
  dir: string,
  { folder, manifest }: Backup,
  progress: (done: number, of: number) => void,
): Promise<BackupFault[]> {
  const source = await openBlobStore(blobsUrl(dir), { clock });
  const lost: BackupFault[] = [];
  let done = 0;
  try {
    await eachAtMost(COPIED_AT_ONCE, readKeys(folder, manifest.blobs), async (key) => {
      if ((await blobs.stat(key)) === null) {
        const reason = await copyBlob(source, blobs, key);
        if (reason !== null) lost.push({ what: `blob ${key}`, reason });
      }
      done += 1;
      progress(done, manifest.blobs.rows);
    });
  } finally {
    await source.close();
  }
  return lost;
}

async function loadRows(client: pg.Client, clock: Clock, { folder, manifest }: Backup): Promise<number> {
  const tables = manifest.tables.filter(({ table }) => table !== 'schema_migrations');
  const load = (file: ListFile) => (into: Writable) => pipeline(readSealed(folder, file), into);
  let rows = 0;
  await beginLoad(client);
  await emptyTables(
    client,
    tables.map(({ table }) => table),
  );
  const dropped = await dropIndexes(client);
  for (const table of tables) {
    const loading = loadTable(client, table);
    await load(table)(loading);
    if (loading.rows() !== table.rows) {
      throw new BackupError(`${table.file} holds ${loading.rows()} rows instead of ${table.rows}`);
    }
    rows += table.rows;
  }
  await makeIndexes(client, dropped);
  for (const identity of manifest.identities) await setIdentity(client, identity);
  const now = unixSeconds(clock);
  const starting = [startSendTask.name, sendPeriodicTask.name];
  // Of mail that is in a mailbox they may have left since; mail that is only forwarded would be lost without its job.
  const leaving = [forwardTask.name, replyTask.name];
  await loadJobs(client, load(manifest.jobs), { starting, leaving }, now);
  await parkSending(client, now, MAY_HAVE_LEFT);
  for (const task of [finishRestoreTask, skipMissedTask]) await addJobOf(client, task);
  await skipChanges(client);
  await revokeTokens(client, now);
  await endLoad(client);
  return rows;
}
