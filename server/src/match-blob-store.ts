import type { Config } from './config/config.ts';
import { shown } from './config/env-faults.ts';
import { StartError } from './config/start-error.ts';
import { readSomeBlobKeys } from './installation.store.ts';
import { readInstallationId } from './mail/installation.store.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import type { Clock } from './platform/clock.ts';
import type { Logger } from './platform/logger.ts';
import type { ReadDb } from './tables.ts';

/** A store that does not answer holds up no start: what needs no blobs is served meanwhile. */
const ANSWER_WITHIN_MS = 5_000;
/** As many blobs may have been lost without the whole store being another one. */
const SAMPLE = 20;

export type BlobStoreMatch =
  | { state: 'ours' }
  /** Nobody's yet, or one that was copied without its mark: it is ours as soon as we write the id into it. */
  | { state: 'free'; id: string }
  | { state: 'wrong'; what: string; remedy: string };

/** Whether this is the blob store of this database: an empty folder or another's would lose what is put there. */
export async function matchBlobStore(db: ReadDb, blobs: BlobStore): Promise<BlobStoreMatch> {
  const [id, owner] = [await readInstallationId(db), await blobs.readOwner()];
  if (owner === id) return { state: 'ours' };
  if (owner !== null) {
    const what = `the blobs there belong to installation ${owner}, and the database to ${id}`;
    return { state: 'wrong', what, remedy: 'Name the database and the blob store of one installation.' };
  }
  const keys = await readSomeBlobKeys(db, SAMPLE);
  if (keys.length === 0 || (await hasAny(blobs, keys))) return { state: 'free', id };
  return {
    state: 'wrong',
    what: `none of ${keys.length} blobs that the database names is there`,
    remedy: `Name the blob store of this database, or mount it; to go on without its blobs, write ${id} into "installation" there.`,
  };
}

type Deps = { db: ReadDb; blobs: BlobStore; clock: Clock; log: Logger };

/** Refuses another store than that of the database, and marks one that is nobody's yet. */
export async function claimBlobStore({ db, blobs, clock, log }: Deps, { blobStore }: Config): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const limit = clock.after(ANSWER_WITHIN_MS, () => reject(new Error('it did not answer in time')));
  try {
    const match = await Promise.race([matchBlobStore(db, blobs), tooLate]);
    if (match.state === 'wrong')
      throw new StartError(`${shown('BLOB_STORE', blobStore.url)}: ${match.what}. ${match.remedy}`);
    if (match.state === 'free') await Promise.race([blobs.writeOwner(match.id), tooLate]);
  } catch (error) {
    if (error instanceof StartError) throw error;
    log.warn({ reason: (error as Error).message }, 'blob store not compared with the database');
  } finally {
    limit.stop();
  }
}

async function hasAny(blobs: BlobStore, keys: string[]): Promise<boolean> {
  for (const key of keys) if ((await blobs.stat(key)) !== null) return true;
  return false;
}
