import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { blobsUrl } from '../platform/backups/backup-folder.ts';
import { fileBlobsDir } from '../platform/blobs/open-blob-store.ts';
import { AdminError } from './command.ts';

/** A backup next to the data is lost with it, and the garbage collection of blobs would delete the backup's. */
export async function refuseDataFolder(
  out: string,
  { dataDir, blobStore }: Pick<Config, 'dataDir' | 'blobStore'>,
): Promise<void> {
  if (await isWithin(out, dataDir)) {
    throw new AdminError(
      `--out ${out} is in DATA_DIR ${dataDir}: a backup there is lost together with the data`,
    );
  }
  if (!blobStore.url.startsWith('file:')) return;
  if (await isWithin(fileBlobsDir(blobsUrl(out)), fileBlobsDir(blobStore.url))) {
    throw new AdminError(`--out ${out} would mix its blobs with those of BLOB_STORE ${blobStore.url}`);
  }
}

async function isWithin(path: string, folder: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([realPathOf(resolve(path)), realPathOf(resolve(folder))]);
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** Resolves a path whose last components may not exist yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    return join(await realPathOf(parent), basename(path));
  }
}
