import { LIMITS } from '@bocau/contract/limits.ts';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { insertLooseFiles, readUsedBytes } from '../../mail/attachments/loose-files.store.ts';
import { refuseOverQuota } from '../../mail/attachments/mailbox-quota.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { sourceFileName } from '../../mail/messages/source-file.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { readSources } from './attachments.store.ts';
import type { UploadDeps } from './upload-files.ts';

/**
 * Attaches the sources of messages as files, byte for byte, in the requested order. They share the messages'
 * blobs, so nothing is copied; like uploads they belong to no message until a draft references them.
 */
export async function attachMessages(
  deps: Pick<UploadDeps, 'db' | 'clock' | 'publisher'>,
  mailboxId: number,
  messageIds: string[],
): Promise<AttachmentRow[]> {
  const ids = [...new Set(messageIds)];
  return changeMailbox(deps, mailboxId, async (change) => {
    const sources = new Map((await readSources(change.tx, mailboxId, ids)).map((row) => [row.id, row]));
    const files = ids.map((id) => {
      const source = sources.get(id);
      if (!source) throw new Failure('message_not_found', 'Message not found', { details: { id } });
      const name = sourceFileName(source.subject);
      if (source.size > LIMITS.attachmentBytes) {
        throw new Failure('too_large', 'The message is too large to be attached', { details: { id, name } });
      }
      return {
        id: newId(deps.clock),
        name,
        content_type: 'message/rfc822',
        content_id: null,
        inline: false,
        size: source.size,
        blob: source.blob,
        held: null,
        public: false,
        has_virus: source.has_virus,
        scan_message: null,
      };
    });
    const added = files.reduce((sum, { size }) => sum + size, 0);
    refuseOverQuota(await readUsedBytes(change.tx, mailboxId), added);
    await insertLooseFiles(change.tx, mailboxId, files, change.now);
    return files;
  });
}
