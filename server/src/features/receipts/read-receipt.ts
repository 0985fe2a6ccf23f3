import { buffer } from 'node:stream/consumers';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { ReceiptJob } from '../../mail/incoming/receipt-task.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { provenAuthor } from '../../mail/people/proven-author.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { readDisposition } from '../../platform/mime/read-disposition.ts';
import { findAsking, readReceiptPart, writeDisplayed } from './receipts.store.ts';

export type ReceiptDeps = ChangeDeps & { blobs: BlobStore };

const BYTES_READ = 64 * 1024;

/**
 * Ties a read receipt to the message that asked for it, at the recipient who is proved to have sent it: whoever got the
 * message can make one up for the others, which says nothing. It stays in the inbox as any mail.
 */
export async function readReceipt(deps: ReceiptDeps, { mailboxId, messageId }: ReceiptJob): Promise<void> {
  const { blobs, db } = deps;
  const part = await readReceiptPart(db, mailboxId, messageId);
  const author = part && provenAuthor(part);
  if (!part || !author) return;
  const bytes = await buffer(
    await openAttachment(blobs, part, { start: 0, end: Math.min(part.size, BYTES_READ) }),
  );
  const said = readDisposition(bytes);
  if (!said?.displayed) return;
  if (said.addresses.length > 0 && !said.addresses.map(foldAddress).includes(author)) return;
  await changeMailbox(deps, mailboxId, async (change) => {
    for (const asking of await findAsking(change.tx, mailboxId, said.messageId)) {
      if (!asking.recipients.map(foldAddress).includes(author)) continue;
      const written = { messageId: asking.id, address: author, at: part.received_at };
      if (await writeDisplayed(change.tx, mailboxId, written)) change.markThreadsDirty([asking.thread_id]);
    }
  });
}
