import { appendFile, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey } from '../blobs/blob-key.ts';

/** The keys of blobs in a folder of backups that were found damaged, one per line. */
export const DAMAGED_LIST = 'damaged-blobs';
const TAKEN_LIST = `${DAMAGED_LIST}.taken`;

export async function noteDamagedBlobs(dir: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await appendFile(join(dir, DAMAGED_LIST), keys.map((key) => `${key}\n`).join(''), { mode: 0o600 });
}

/**
 * Each key once; empty when none was noted. Keys noted after this call go into the next list, together with
 * those taken but not forgotten.
 */
export async function takeDamagedBlobs(dir: string): Promise<string[]> {
  const taken = join(dir, TAKEN_LIST);
  await noteDamagedBlobs(dir, await readList(taken));
  try {
    await rename(join(dir, DAMAGED_LIST), taken);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return readList(taken);
}

/** Forgets what was taken, except for the given keys. */
export async function forgetDamagedBlobs(dir: string, except: string[]): Promise<void> {
  await noteDamagedBlobs(dir, except);
  await rm(join(dir, TAKEN_LIST), { force: true });
}

async function readList(path: string): Promise<string[]> {
  try {
    const lines = (await readFile(path, 'utf8')).split('\n');
    return [...new Set(lines.filter(isBlobKey))];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
