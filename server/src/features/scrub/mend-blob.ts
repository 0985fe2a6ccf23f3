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
/** Another place where blobs may be. */
export type Copies = Pick<BlobStore, 'read'>;

/**
 * Puts the bytes of a blob that was set aside, or is missing, where they belong: from a message that they stand in, or
 * a copy, or from where they were set aside, if they could only not be read for a while. What is only derived is dropped and made anew, and what nobody names any more is forgotten.
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

/** A file that has no place in its source is read out of that once more, which puts it. */
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

/** Whether the bytes came, and are the right ones; sources and copies may be damaged or lost themselves. */
async function puts(key: string, put: () => Promise<{ key: string }>): Promise<boolean> {
  try {
    return (await put()).key === key;
  } catch (error) {
    if (error instanceof BlobMissingError) return false;
    throw error;
  }
}
