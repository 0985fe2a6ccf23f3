import { buffer } from 'node:stream/consumers';
import type { Sender } from '@bocau/contract/fields.ts';
import type { AttachedMessage } from '@bocau/contract/messages.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { type FileDeps, isLost, missing } from '../../mail/attachments/send-file.ts';
import { localDomains } from '../../mail/incoming/recipients.store.ts';
import { shownSender } from '../../mail/mailbox/shown-sender.ts';
import type { BlobKey } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import { selfAndParents } from '../../platform/smtp/spoofs-local-domain.ts';
import type { ReadDb } from '../../tables.ts';

const MAIL = /^message\/(rfc822|global)$/i;

/** Parses a mail attached to another one, as defensively as any other mail. */
export async function openAttachedMessage(
  deps: FileDeps & { db: ReadDb; parser: MailParser },
  file: AttachmentRow,
): Promise<AttachedMessage> {
  if (!MAIL.test(file.content_type)) throw new Failure('not_a_message', 'This file is not an email message');
  try {
    const mail = await deps.parser.parse(await sourceOf(deps, file), file.size);
    return attachedMessageView(mail, await claimsOurs(deps.db, mail));
  } catch (error) {
    throw isLost(error) ? missing(deps, file) : error;
  }
}

/** Small enough for memory: it arrived inside another message. */
async function sourceOf({ blobs }: FileDeps, file: AttachmentRow): Promise<BlobKey | Uint8Array> {
  return file.held === null ? file.blob : buffer(await openAttachment(blobs, file));
}

/** Attached messages are not authenticated, so any that claims to be from a local domain is marked. */
async function claimsOurs(db: ReadDb, { claimedDomains }: ParsedMail): Promise<boolean> {
  return (await localDomains(db, [...new Set(claimedDomains.flatMap(selfAndParents))])).size > 0;
}

function attachedMessageView(mail: ParsedMail, unchecked: boolean): AttachedMessage {
  const { from } = mail;
  const doubted: Sender = unchecked ? { ...from, doubts: [...(from.doubts ?? []), 'unchecked_claim'] } : from;
  return {
    message_id_header: mail.messageId,
    from: from.name === '' && from.email === '' ? null : shownSender(doubted),
    to: mail.to,
    cc: mail.cc,
    subject: mail.subject,
    body: mail.html ?? mail.text ?? '',
    body_type: mail.html === null ? 'text' : 'html',
    body_clipped: mail.bodyClipped,
    date: mail.date,
    files: mail.attachments
      .filter((file) => !file.inline)
      .map(({ name, size, contentType }) => ({ name, size, content_type: contentType })),
  };
}
