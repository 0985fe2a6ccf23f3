import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { sendProposalTask } from '../../calendar/proposals/propose-time.ts';
import { skipChanges } from '../../kernel/skip-changes.store.ts';
import { forwardTask } from '../../mail/incoming/forward-task.ts';
import { replyTask } from '../../mail/incoming/reply-task.ts';
import { MAY_HAVE_LEFT, skipMissedTask } from '../../mail/outbox/parked-sends.ts';
import { sendPeriodicTask, startSendTask } from '../../mail/outbox/sending-tasks.ts';
import {
  type Backup,
  BackupError,
  blobsUrl,
  type DumpedTable,
  type ListFile,
} from '../../platform/backups/backup-folder.ts';
import { faultOf, readSealed } from '../../platform/backups/sealed-file.ts';
import {
  noteLoaded,
  noteRestore,
  readUnfinishedRestore,
  type UnfinishedRestore,
} from '../../platform/backups/unfinished-restore.store.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { ADVISORY_LOCKS } from '../../platform/db/advisory-locks.ts';
import { createClient } from '../../platform/db/connection-config.ts';
import { MIGRATION } from '../../platform/db/deadlines.ts';
import type { PgConfig } from '../../platform/db/pg-config.ts';
import { LockTimeoutError, takeLock } from '../../platform/db/take-lock.ts';
import { copyBlob } from './copy-blob.ts';
import { readMigrations } from './dump.store.ts';
import { eachAtMost } from './each-at-most.ts';
import { finishRestoreTask } from './finish-restore.ts';
import {
  addJobOf,
  analyze,
  beginLoad,
  countContents,
  dropIndexes,
  emptyTables,
  endLoad,
  endRestore,
  hasTables,
  loadJobs,
  loadTable,
  makeIndexes,
  parkSending,
  readInstallation,
  revokeTokens,
  setIdentity,
} from './load-dump.store.ts';
import { readKeys } from './read-keys.ts';
import type { BackupFault } from './verify-backup.ts';

export type RestoreDeps = {
  pgConfig: PgConfig;
  blobs: BlobStore;
  clock: Clock;
  /** Creates the tables, by the given migrations or by all. */
  migrate(only?: ReadonlySet<string>): Promise<void>;
  /** The migrations known to this program. */
  migrations: ReadonlySet<string>;
};

export type RestoreResult = { rows: number; blobs: number; lost: BackupFault[] };

const COPIED_AT_ONCE = 16;

/** One restore at a time. */
const RESTORE_LOCK = ADVISORY_LOCKS.restore;
/** As long as PostgreSQL takes to notice that the process of a restore was killed. */
const LOCK_WAITS_MS = [15_000];

/**
 * Restores a backup into an empty installation: the blobs, and then all rows in one transaction. It is
 * recorded in the database until it has finished, so that nothing starts on half of it, and that it can be
 * repeated after any interruption.
 */
export async function restoreBackup(
  deps: RestoreDeps,
  dir: string,
  backup: Backup,
  options: { withoutLost: boolean; by: string; progress(done: number, of: number): void },
): Promise<RestoreResult> {
  const { manifest } = backup;
  const damage = await findDamage(backup);
  if (damage !== null)
    throw new BackupError(`Backup ${backup.name} is damaged: ${damage}; --at restores another one`);
  const client = createClient({
    pgConfig: deps.pgConfig,
    applicationName: 'restore',
    deadlines: MIGRATION,
  });
  await client.connect();
  try {
    await takeRestoreLock(client);
    const begun = await readUnfinishedRestore(client);
    await refuseUnlessEmpty(client, deps, backup, begun);
    const before = begun?.loaded ? begun.before : await readInstallation(client);
    if (!begun?.loaded) await noteRestore(client, { backup: backup.name, dir: resolve(dir), before });
    const lost = await copyBlobs(deps, dir, backup, options.progress);
    const known = new Set(manifest.lost.map(({ key }) => `blob ${key}`));
    const damaged = lost.filter(({ what }) => !known.has(what));
    if (damaged.length > 0 && !options.withoutLost) {
      throw new BackupError(
        `${damaged.length} blobs of the backup are damaged or missing, such as ${damaged[0]?.what} (${damaged[0]?.reason}); --without-lost restores all the others`,
      );
    }
    if (!begun?.loaded) {
      await deps.migrate(new Set(manifest.migrations.map((migration) => migration.name)));
      await checkMigrations(client, backup);
      await loadRows(client, deps.clock, backup);
    }
    // Before any start: a process with the new rows refuses the blobs of the installation that was empty.
    await giveBlobsTo(deps.blobs, { before, now: await readInstallation(client) });
    await deps.migrate();
    await analyze(client);
    await endRestore(client, {
      at: unixSeconds(deps.clock),
      by: options.by,
      name: backup.name,
      dir: resolve(dir),
    });
    const rows = tablesOf(backup).reduce((sum, table) => sum + table.rows, 0);
    return { rows, blobs: manifest.blobs.rows - lost.length, lost };
  } finally {
    await client.end();
  }
}

async function takeRestoreLock(client: pg.Client): Promise<void> {
  try {
    await takeLock(client, 'restores', RESTORE_LOCK, { waitsMs: LOCK_WAITS_MS });
  } catch (cause) {
    if (cause instanceof LockTimeoutError) throw new BackupError('Another restore is running', { cause });
    throw cause;
  }
}

/** A blob store owned by the empty installation now belongs to the restored one. */
async function giveBlobsTo(
  blobs: BlobStore,
  { before, now }: { before: string | null; now: string | null },
): Promise<void> {
  if (before !== null && now !== null && (await blobs.readOwner()) === before) await blobs.writeOwner(now);
}

async function refuseUnlessEmpty(
  client: pg.Client,
  { migrations }: RestoreDeps,
  { name, manifest }: Backup,
  begun: UnfinishedRestore | null,
): Promise<void> {
  const unknown = manifest.migrations.find(({ name }) => !migrations.has(name));
  if (unknown) {
    throw new BackupError(`The backup is of a newer program: this one does not know ${unknown.name}`);
  }
  if (begun?.loaded) {
    if (begun.backup === name) return;
    throw new BackupError(
      `The rows of backup ${begun.backup} are there already: end that restore with --at ${begun.backup}, or give it a database without tables`,
    );
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

/**
 * Checked before the files are used: PostgreSQL would fail on damaged rows with an obscure error, perhaps
 * after hours.
 */
async function findDamage({ folder, manifest }: Backup): Promise<string | null> {
  for (const file of [...manifest.tables, manifest.jobs, manifest.blobs]) {
    const fault = await faultOf(folder, file);
    if (fault !== null) return fault;
  }
  return null;
}

function tablesOf({ manifest }: Backup): DumpedTable[] {
  return manifest.tables.filter(({ table }) => table !== 'schema_migrations');
}

async function loadRows(client: pg.Client, clock: Clock, backup: Backup): Promise<void> {
  const { folder, manifest } = backup;
  const tables = tablesOf(backup);
  const load = (file: ListFile) => (into: Writable) => pipeline(readSealed(folder, file), into);
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
  }
  await makeIndexes(client, dropped);
  for (const identity of manifest.identities) await setIdentity(client, identity);
  const now = unixSeconds(clock);
  const starting = [startSendTask.name, sendPeriodicTask.name];
  // For mail in a mailbox these jobs may have run since; mail that is only forwarded would be lost without
  // its job.
  const leaving = [forwardTask.name, replyTask.name];
  await loadJobs(client, load(manifest.jobs), { starting, leaving, telling: [sendProposalTask.name] }, now);
  await parkSending(client, now, MAY_HAVE_LEFT);
  for (const task of [finishRestoreTask, skipMissedTask]) await addJobOf(client, task);
  await skipChanges((statement) => client.query(statement));
  await revokeTokens(client, now);
  await noteLoaded(client);
  await endLoad(client);
}
