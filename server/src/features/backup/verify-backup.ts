import { createHash } from 'node:crypto';
import { type Backup, blobsUrl } from '../../platform/backups/backup-folder.ts';
import { DAMAGED_LIST, noteDamagedBlobs } from '../../platform/backups/damaged-list.ts';
import { faultOf } from '../../platform/backups/sealed-file.ts';
import { BlobDamagedError, BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import { eachAtMost } from './each-at-most.ts';
import { readKeys } from './read-keys.ts';

export type BackupFault = { what: string; reason: string };

const READ_AT_ONCE = 8;
const WRONG_BYTES = 'its bytes are not those that were stored';

/**
 * Reads everything in a backup, and returns what differs from what was written. Damaged blobs are recorded in
 * the folder, so that the next backup copies them again.
 */
export async function verifyBackup(
  clock: Clock,
  dir: string,
  { folder, manifest }: Backup,
  progress: (blobs: number) => void,
): Promise<BackupFault[]> {
  const faults: BackupFault[] = manifest.lost.map(({ key, reason }) => ({
    what: `blob ${key}`,
    reason: `when the backup was made, ${reason}`,
  }));
  const files = [...manifest.tables, manifest.jobs, manifest.blobs];
  for (const sealed of files) {
    const reason = await faultOf(folder, sealed);
    if (reason !== null) faults.push({ what: `file ${sealed.file}`, reason });
  }
  if (faults.some(({ what }) => what === `file ${manifest.blobs.file}`)) return faults;
  const known = new Set(manifest.lost.map(({ key }) => key));
  const store = await openBlobStore(blobsUrl(dir), { clock });
  const damaged: string[] = [];
  let read = 0;
  try {
    await eachAtMost(READ_AT_ONCE, readKeys(folder, manifest.blobs), async (key) => {
      const reason = known.has(key) ? null : await blobFault(store, key);
      if (reason !== null) faults.push({ what: `blob ${key}`, reason });
      // A temporarily unreadable store says nothing about the bytes.
      if (reason === WRONG_BYTES) damaged.push(key);
      read += 1;
      progress(read);
    });
  } finally {
    await store.close();
  }
  await noteDamagedBlobs(dir, damaged).catch((error: Error) => {
    const reason = `can not be written, so that the next backup does not copy them again: ${error.message}`;
    faults.push({ what: `file ${DAMAGED_LIST}`, reason });
  });
  return faults;
}

async function blobFault(store: BlobStore, key: string): Promise<string | null> {
  try {
    const hash = createHash('sha256');
    for await (const piece of await store.open(key)) hash.update(piece as Buffer);
    return hash.digest('hex') === key ? null : WRONG_BYTES;
  } catch (error) {
    if (error instanceof BlobDamagedError) return WRONG_BYTES;
    if (error instanceof BlobMissingError) return 'it is missing';
    return `it can not be read: ${(error as Error).message}`;
  }
}
