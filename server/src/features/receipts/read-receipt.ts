import { buffer } from 'node:stream/consumers';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { ReceiptJob } from '../../mail/incoming/receipt-task.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { readDisposition } from '../../platform/mime/read-disposition.ts';
import { findAsking, readReceiptPart, writeDisplayed } from './receipts.store.ts';

export type ReceiptDeps = ChangeDeps & { blobs: BlobStore };

const BYTES_READ = 64 * 1024;

/**
 * Ties a read receipt to the message that asked for it, at the recipient whom it names; what names nobody whom the
 * message went to says nothing. It stays in the inbox as any mail. Whoever got the message can make one up: it is shown
 * as what their program says.
 */
export async function readReceipt(deps: ReceiptDeps, { mailboxId, messageId }: ReceiptJob): Promise<void> {
  const { blobs, db } = deps;
  const part = await readReceiptPart(db, mailboxId, messageId);
  if (!part || part.spoofed) return;
  const bytes = await buffer(
    await openAttachment(blobs, part, { start: 0, end: Math.min(part.size, BYTES_READ) }),
  );
  const said = readDisposition(bytes);
  if (!said?.displayed) return;
  const claimed = [...said.addresses, part.from].map(foldAddress);
  await changeMailbox(deps, mailboxId, async (change) => {
    for (const asking of await findAsking(change.tx, mailboxId, said.messageId)) {
      const recipients = new Set(asking.recipients.map(foldAddress));
      const address = claimed.find((one) => recipients.has(one));
      if (address === undefined) continue;
      const written = { messageId: asking.id, address, at: part.received_at };
      if (await writeDisplayed(change.tx, mailboxId, written)) change.markThreadsDirty([asking.thread_id]);
    }
  });
}
