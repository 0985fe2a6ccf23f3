import { type BlobKey, BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { wireForm } from '../../platform/mime/wire-form.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { type RewrittenSource, writeSources } from '../messages/derived-columns.store.ts';
import type { PageMessage } from './rebuild.store.ts';

/**
 * Rewrites the sources that earlier releases imported with bare line feeds into wire format. Sequentially,
 * because each may be large.
 */
export async function rewriteSources(blobs: BlobStore, page: PageMessage[]): Promise<RewrittenSource[]> {
  const rewritten: RewrittenSource[] = [];
  for (const { id, thread_id, blob } of page) {
    if (blob === null) continue;
    const raw = await readSource(blobs, blob);
    const wire = raw && wireForm(raw);
    if (!wire || wire === raw) continue;
    const { key, size } = await blobs.put(wire);
    rewritten.push({ id, threadId: thread_id, before: blob, blob: key, size });
  }
  return rewritten;
}

/** Null when it is lost, which the doctor reports. */
async function readSource(blobs: BlobStore, key: BlobKey): Promise<Buffer | null> {
  try {
    return await blobs.read(key);
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

/** Sets the new source of messages that still have the old one, whose blobs become orphans. */
export async function fileSources(change: MailboxChange, rewritten: RewrittenSource[]): Promise<void> {
  if (rewritten.length === 0) return;
  change.markThreadsDirty(rewritten.map(({ threadId }) => threadId));
  change.addBytes(await writeSources(change.tx, change.mailboxId, rewritten, change.now));
}
