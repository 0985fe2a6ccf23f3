import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';
import { matchBlobStore } from '../../match-blob-store.ts';
import { openBlobStore } from '../../platform/blobs/open-blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const GB = 1024 ** 3;
const WARN_BELOW = 5 * GB;
const FAIL_BELOW = GB / 4;

export async function checkBlobs({ blobStore, dataDir }: Config, clock: Clock): Promise<Finding[]> {
  const { url, credentials } = blobStore;
  const blobFolder = url.startsWith('file:') ? folderOf(url) : null;
  const isOwn = blobFolder?.startsWith(`${dataDir}/`) === true;
  if (isUnmade({ blobStore, dataDir }))
    return [warn('blob store', `there is none in ${blobFolder} yet; the first start makes it`)];
  try {
    const blobs = await openBlobStore(url, { clock, credentials });
    try {
      await blobs.check();
    } finally {
      await blobs.close();
    }
  } catch (error) {
    return [fail('blob store', `${url} can not be written: ${reasonOf(error)}`)];
  }
  const findings = [ok('blob store', `${url} can be written and read`)];
  const folders = isOwn ? [dataDir] : [dataDir, ...(blobFolder ? [blobFolder] : [])];
  for (const folder of folders) findings.push(...(await checkSpace(folder)));
  return findings;
}

/** Whether the blob store belongs to this database. `checkBlobs` reports an unreachable one. */
export async function checkOwner(
  db: ReadDb,
  { blobStore, dataDir }: Config,
  clock: Clock,
): Promise<Finding[]> {
  const { url, credentials } = blobStore;
  if (isUnmade({ blobStore, dataDir })) return [];
  try {
    await using opened = new AsyncDisposableStack();
    const blobs = await openBlobStore(url, { clock, credentials });
    opened.defer(() => blobs.close());
    const match = await matchBlobStore(db, blobs);
    if (match.state === 'wrong') return [fail('blob store', `${match.what}. ${match.remedy}`)];
    return [ok('blob store', 'it is the one of this database')];
  } catch {
    return [];
  }
}

/** A look makes nothing in a folder that is misspelled, or on a disk that is not mounted. */
function isUnmade({ blobStore: { url }, dataDir }: Pick<Config, 'blobStore' | 'dataDir'>): boolean {
  if (!url.startsWith('file:')) return false;
  const folder = folderOf(url);
  return folder.startsWith(`${dataDir}/`) && !existsSync(folder);
}

function folderOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}

async function checkSpace(path: string): Promise<Finding[]> {
  try {
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const text = `${(free / GB).toFixed(1)} GB free in ${path}`;
    if (free < FAIL_BELOW) return [fail('disk', text)];
    return [free < WARN_BELOW ? warn('disk', text) : ok('disk', text)];
  } catch (error) {
    // With an external database and blob store this folder may not exist.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return [warn('disk', `${path}: ${reasonOf(error)}`)];
  }
}
