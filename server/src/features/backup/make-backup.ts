import type pg from 'pg';
import { isLeftOutOfBackups } from '../../kernel/kernels.ts';
import { holdBlobs } from '../../mail/blob-hold.store.ts';
import {
  BackupError,
  blobsUrl,
  type DumpedTable,
  type ListFile,
  type Manifest,
  makeBackupFolder,
  writeManifest,
} from '../../platform/backups/backup-folder.ts';
import { forgetDamagedBlobs, takeDamagedBlobs } from '../../platform/backups/damaged-list.ts';
import { syncFiles, writeSealed } from '../../platform/backups/sealed-file.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { createClient } from '../../platform/db/connection-config.ts';
import { MIGRATION } from '../../platform/db/deadlines.ts';
import type { PgConfig } from '../../platform/db/pg-config.ts';
import { programVersion } from '../../platform/program-version.ts';
import { keysMissingIn, keysOf } from './blob-keys.ts';
import { copyBlob } from './copy-blob.ts';
import {
  beginSnapshot,
  type CopiedRows,
  copyBlobKeys,
  copyJobs,
  copyTable,
  endSnapshot,
  readIdentities,
  readMigrations,
  readServerVersion,
  readTables,
} from './dump.store.ts';
import { eachAtMost } from './each-at-most.ts';
import { readKeys } from './read-keys.ts';
import { refuseForeignFolder } from './refuse-foreign-folder.ts';
import { type RemovedBackups, removeOldBackups } from './remove-old-backups.ts';
import type { BackupFault } from './verify-backup.ts';

export type BackupDeps = { pgConfig: PgConfig; blobs: BlobStore; clock: Clock };

export type BackupResult = {
  name: string;
  manifest: Manifest;
  copied: number;
  /** The older backups that were removed, when only some are kept. */
  removed: RemovedBackups;
  /** Secondary failures of a backup that is complete. */
  problems: BackupFault[];
};

/** Most of the time they wait for a disk. */
const COPIED_AT_ONCE = 16;

/**
 * Writes the rows of one snapshot, then the referenced blobs that the folder lacks, then the manifest.
 * Meanwhile blobs are not garbage collected and no other backup runs: so older ones, whose blobs another
 * backup would rely on, can be removed at the end.
 */
export async function makeBackup(
  deps: BackupDeps,
  dir: string,
  progress: (done: number, of: number) => void,
  keep: number | null = null,
): Promise<BackupResult> {
  const client = createClient({
    pgConfig: deps.pgConfig,
    applicationName: 'backup',
    deadlines: MIGRATION,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  await client.connect();
  try {
    if (!(await holdBlobs(client))) throw new BackupError('Another backup is being made');
    await refuseForeignFolder(client, dir);
    const { name, folder } = await makeBackupFolder(dir, deps.clock);
    const dump = await dumpDatabase(client, deps.clock, folder);
    const {
      copied,
      lost: missing,
      problems,
    } = await copyBlobs(deps, dir, folder, dump.blobs, {
      signal: lost.signal,
      progress,
    });
    // Without the connection, blobs were not protected from garbage collection.
    lost.signal.throwIfAborted();
    const manifest: Manifest = { ...dump, lost: missing };
    await writeManifest(folder, manifest);
    const removed: RemovedBackups = { backups: 0, blobs: 0 };
    try {
      await removeOldBackups(deps.clock, dir, { keep, signal: lost.signal }, removed);
    } catch (error) {
      problems.push({ what: 'older backups', reason: `can not be removed: ${(error as Error).message}` });
    }
    return { name, manifest, copied, removed, problems };
  } finally {
    await client.end();
  }
}

async function dumpDatabase(
  client: pg.Client,
  clock: Clock,
  folder: string,
): Promise<Omit<Manifest, 'lost'>> {
  const at = unixSeconds(clock);
  await beginSnapshot(client);
  const head = {
    format: 1 as const,
    at,
    program: programVersion(),
    postgres: await readServerVersion(client),
    migrations: await readMigrations(client),
  };
  const found = await readTables(client);
  const tables: DumpedTable[] = [];
  for (const { table, columns } of found) {
    if (isLeftOutOfBackups(table)) continue;
    const written = await writeRows(folder, `${table}.copy.zst`, copyTable(client, { table, columns }));
    tables.push({ ...written, table, columns });
  }
  const identities = await readIdentities(client);
  const jobs = await writeRows(folder, 'jobs.zst', copyJobs(client));
  const blobs = await writeRows(folder, 'blobs.zst', copyBlobKeys(client, found));
  await endSnapshot(client);
  await syncFiles(folder, [...tables, jobs, blobs]);
  return { ...head, tables, identities, jobs, blobs };
}

async function writeRows(folder: string, file: string, rows: CopiedRows): Promise<ListFile> {
  const written = await writeSealed(folder, file, rows);
  return { ...written, rows: rows.rows() };
}

async function copyBlobs(
  { blobs, clock }: BackupDeps,
  dir: string,
  folder: string,
  list: ListFile,
  { signal, progress }: { signal: AbortSignal; progress: (done: number, of: number) => void },
): Promise<{ copied: number; lost: Manifest['lost']; problems: BackupFault[] }> {
  const target = await openBlobStore(blobsUrl(dir), { clock });
  const lost: Manifest['lost'] = [];
  let copied = 0;
  let done = 0;
  async function* keys() {
    for await (const key of readKeys(folder, list)) {
      done += 1;
      yield key;
    }
  }
  try {
    const problems = await setDamagedAside(target, dir);
    const missing = keysMissingIn(keys(), keysOf(target));
    await eachAtMost(COPIED_AT_ONCE, missing, async (key) => {
      signal.throwIfAborted();
      const reason = await copyBlob(blobs, target, key);
      if (reason !== null) lost.push({ key, reason });
      else copied += 1;
      progress(done, list.rows);
    });
    return { copied, lost, problems };
  } finally {
    await target.close();
  }
}

/** Blobs found damaged are copied as if missing; when that fails, by the next backup. */
async function setDamagedAside(target: BlobStore, dir: string): Promise<BackupFault[]> {
  const failed: BackupFault[] = [];
  const left: string[] = [];
  for (const key of await takeDamagedBlobs(dir)) {
    try {
      await target.setAside(key);
    } catch (error) {
      left.push(key);
      const reason = `is damaged in the folder of backups, and can not be copied again: ${(error as Error).message}`;
      failed.push({ what: `blob ${key}`, reason });
    }
  }
  await forgetDamagedBlobs(dir, left);
  return failed;
}
