import { blobsUrl, listBackups, openBackup, removeBackup } from '../../platform/backups/backup-folder.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import { keysMissingIn, keysOf, mergeKeys } from './blob-keys.ts';
import { readKeys } from './read-keys.ts';

export type RemovedBackups = { backups: number; blobs: number };

/**
 * Keeps the given number of newest backups, and the blobs they reference. The caller must hold the blob lock,
 * until the signal says that it is lost: another backup would rely on what is removed. Removed ones are
 * counted even when an error ends the run.
 */
export async function removeOldBackups(
  clock: Clock,
  dir: string,
  { keep, signal }: { keep: number | null; signal: AbortSignal },
  removed: RemovedBackups,
): Promise<void> {
  const names = await listBackups(dir);
  const old = keep === null ? [] : names.slice(0, -keep);
  if (keep === null || old.length === 0) return;
  const kept = await Promise.all(names.slice(-keep).map((name) => openBackup(dir, name)));
  for (const name of old) {
    signal.throwIfAborted();
    await removeBackup(dir, name);
    removed.backups += 1;
  }
  const store = await openBlobStore(blobsUrl(dir), { clock });
  try {
    const named = mergeKeys(kept.map(({ folder, manifest }) => readKeys(folder, manifest.blobs)));
    for await (const key of keysMissingIn(keysOf(store), named)) {
      signal.throwIfAborted();
      if (await store.removeStale(key, new Date(clock.now()))) removed.blobs += 1;
    }
  } finally {
    await store.close();
  }
}
