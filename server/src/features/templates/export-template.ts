import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readAttachments } from '../../mail/attachments/attachments.store.ts';
import { composeMail } from '../../mail/outbox/compose-mail.ts';
import { imagesIn, type SignatureDeps } from '../../mail/settings/own-images.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { TemplateRow } from './templates.store.ts';

/** TE-12: as a message that can be imported again, here or by another program. */
export async function exportTemplate(
  deps: SignatureDeps,
  by: { mailbox: number; email: string },
  row: TemplateRow,
): Promise<Bytes> {
  const images = await readAttachments(deps.db, by.mailbox, imagesIn(row.html));
  const message = composeMail(
    {
      ...{ id: row.id, threadId: '', folderId: '', draft: true, version: 0, messageId: null, size: 0 },
      ...{ sender: { name: '', email: by.email }, ...row.recipients, subject: row.subject },
      ...{ inReplyTo: null, references: [], answers: null, action: 'new' },
      ...{ body: row.html, ownWords: row.html, bodyIsHtml: true },
      ...{ tracking: false, important: false, receipt: false, followUp: null },
      files: images.map(({ id, name, content_type, size, blob, held }) => {
        return { id, name, contentType: content_type, contentId: null, size, blob, held };
      }),
    },
    {
      messageId: `${row.id}@${by.email.slice(by.email.lastIndexOf('@') + 1)}`,
      date: unixSeconds(deps.clock),
      keepsBcc: true,
    },
    deps.blobs,
  );
  // A template has two megabytes of images at most.
  const bytes = await buffer(Readable.from(message));
  return {
    headers: {
      'content-type': 'message/rfc822',
      'content-length': String(bytes.length),
      'content-disposition': contentDisposition('attachment', `${row.name}.eml`),
    },
    stream: bytes,
  };
}
