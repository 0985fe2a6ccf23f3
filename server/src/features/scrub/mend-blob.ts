import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import {
  dropPreviews,
  findPlaces,
  findSources,
  forgetDamage,
  readNames,
  writeDamage,
} from './damage.store.ts';
import type { ScrubDeps } from './scrub-deps.ts';

export type MendDeps = Pick<ScrubDeps, 'db' | 'clock' | 'log' | 'blobs' | 'parser'>;
/** Another store that may have copies of blobs. */
export type Copies = Pick<BlobStore, 'read'>;

/**
 * Restores the bytes of a blob that was set aside, or is missing: from a message that contains them, from a
 * copy, or from the bytes set aside if they were only temporarily unreadable. Derived data is dropped and
 * made again, and unreferenced blobs are forgotten.
 */
export async function mendBlob(deps: MendDeps, key: string, copies: Copies | null = null): Promise<boolean> {
  const { db, clock, log, blobs } = deps;
  const now = unixSeconds(clock);
  await inTransaction(db, (tx) => dropPreviews(tx, key));
  if ((await readNames(db, key, 1)).length === 0) {
    await inTransaction(db, (tx) => forgetDamage(tx, key));
    return true;
  }
  const mended =
    (await blobs.verify(key)) === 'sound' ||
    (await puts(key, async () => blobs.put(await blobs.openAside(key)))) ||
    (await fromPlaces(deps, key)) ||
    (await fromSources(deps, key)) ||
    (copies !== null && (await fromCopies(deps, key, copies)));
  if (!mended) return false;
  await inTransaction(db, (tx) => writeDamage(tx, key, 'mended', now));
  log.info({ event: 'blob_mended', blob: key }, 'blob mended');
  return true;
}

async function fromPlaces({ db, blobs }: MendDeps, key: string): Promise<boolean> {
  for (const { size, held } of await findPlaces(db, key)) {
    if (await puts(key, async () => blobs.put(await openAttachment(blobs, { blob: key, size, held }))))
      return true;
  }
  return false;
}

/** A file without a place in its source is extracted from it again, which stores it. */
async function fromSources({ db, blobs, parser }: MendDeps, key: string): Promise<boolean> {
  for (const { blob, size } of await findSources(db, key)) {
    const found = await puts(key, async () => {
      const { attachments } = await parser.parse(blob, size);
      const file = attachments.find((one) => one.blob === key);
      if (!file?.place) return { key: file?.blob ?? '' };
      const held = { ...file.place, source: blob };
      return blobs.put(await openAttachment(blobs, { blob: key, size: file.size, held }));
    });
    if (found) return true;
  }
  return false;
}

async function fromCopies({ blobs }: MendDeps, key: string, copies: Copies): Promise<boolean> {
  return puts(key, async () => blobs.put(await copies.read(key)));
}

/** Whether the bytes were restored correctly; sources and copies may themselves be damaged or lost. */
async function puts(key: string, put: () => Promise<{ key: string }>): Promise<boolean> {
  try {
    return (await put()).key === key;
  } catch (error) {
    if (error instanceof BlobMissingError) return false;
    throw error;
  }
}
