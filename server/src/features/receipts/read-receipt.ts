import { buffer } from 'node:stream/consumers';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { ReceiptJob } from '../../mail/incoming/receipt-task.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { organisationOf } from '../../mail/people/organisation-of.ts';
import { provenAuthor } from '../../mail/people/proven-author.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Disposition, readDisposition } from '../../platform/mime/read-disposition.ts';
import {
  type Asking,
  findAsking,
  type ReceiptPart,
  readReceiptPart,
  writeDisplayed,
} from './receipts.store.ts';

export type ReceiptDeps = ChangeDeps & { blobs: BlobStore };

const BYTES_READ = 64 * 1024;

/**
 * Links a read receipt to the message that requested it, for the recipient who sent it: any recipient can
 * forge one for the others, which is ignored. It stays in the inbox like any mail.
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
  const claim = { author: provenAuthor(part), named: named(said, part) };
  await changeMailbox(deps, mailboxId, async (change) => {
    for (const asking of await findAsking(change.tx, mailboxId, said.messageId)) {
      const address = believedReader(asking, claim);
      if (address === null) continue;
      const written = { messageId: asking.id, address, at: part.received_at };
      if (await writeDisplayed(change.tx, mailboxId, written)) change.markThreadsDirty([asking.thread_id]);
    }
  });
}

/** The recipient that the receipt itself names. */
function named({ addresses }: Disposition, { sender }: ReceiptPart): string[] {
  return (addresses.length > 0 ? addresses : [sender.email]).map(foldAddress);
}

/**
 * The recipient who sent the receipt: its proven author, or the only recipient, whom it names. No one else
 * knows the Message-ID of a message to one address. Behind an alias, programs name the mailbox, which is in
 * the same organisation.
 */
function believedReader(
  asking: Pick<Asking, 'recipients'>,
  { author, named }: { author: string | null; named: string[] },
): string | null {
  const recipients = new Set(asking.recipients.map(foldAddress));
  if (author !== null && recipients.has(author) && named.includes(author)) return author;
  const [only = null] = recipients;
  if (only === null || recipients.size > 1) return null;
  const organisation = organisationOf(only);
  return named.every((address) => organisationOf(address) === organisation) || named.includes(only)
    ? only
    : null;
}
