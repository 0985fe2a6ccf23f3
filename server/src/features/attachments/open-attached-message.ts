import type { AttachedMessage } from '@bocau/contract/messages.ts';
import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import type { FileRow } from './attachments.store.ts';
import { type FileDeps, missing } from './send-file.ts';

const MAIL = /^message\/(rfc822|global)$/i;

/** Reads a mail that came as a file of another one, as defensively as any other mail. */
export async function openAttachedMessage(
  deps: FileDeps & { parser: MailParser },
  file: FileRow,
): Promise<AttachedMessage> {
  if (!MAIL.test(file.content_type)) throw new Failure('not_a_message', 'This file is not a mail');
  try {
    return attachedMessageView(await deps.parser.parse(file.blob, file.size));
  } catch (error) {
    throw error instanceof BlobMissingError ? missing(deps, file) : error;
  }
}

function attachedMessageView(mail: ParsedMail): AttachedMessage {
  return {
    message_id_header: mail.messageId,
    from: mail.from ?? mail.sender,
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
