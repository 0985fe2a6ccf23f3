import { type BlobKey, BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import { wireForm } from '../../platform/mime/wire-form.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { type PageMessage, type RewrittenSource, writeSources } from './rebuild.store.ts';

/**
 * The sources that earlier releases imported with line feeds alone, in their wire form. One after the other, as each
 * may be large.
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

/** Null where it is lost, which the doctor reports. */
async function readSource(blobs: BlobStore, key: BlobKey): Promise<Buffer | null> {
  try {
    return await blobs.read(key);
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

/** Names them in the messages that still have the source of before, whose blobs nothing names then. */
export async function fileSources(change: MailboxChange, rewritten: RewrittenSource[]): Promise<void> {
  if (rewritten.length === 0) return;
  change.markThreadsDirty(rewritten.map(({ threadId }) => threadId));
  change.addBytes(await writeSources(change.tx, change.mailboxId, rewritten, change.now));
}
