import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { messageFromParsed } from './message-from-parsed.ts';
import { newMessage } from './new-message.ts';
import { storeMessages } from './store-messages.ts';

export type NoticeDeps = ChangeDeps & { blobs: BlobStore; parser: MailParser };

/** Files what the program has to say in the inbox itself: no rule is asked, so none can hide it. Once for each key. */
export async function fileNotice(
  deps: NoticeDeps,
  mailboxId: number,
  { raw, at, deliveryKey }: { raw: Parameters<BlobStore['put']>[0]; at: number; deliveryKey: string },
): Promise<void> {
  const { blobs, clock, parser } = deps;
  const { key, size } = await blobs.put(raw);
  const said = messageFromParsed(await parser.parse(key, size), at, { blob: key });
  await changeMailbox(deps, mailboxId, async (change) => {
    const message = newMessage({
      ...said,
      receivedAt: change.now,
      unread: true,
      size,
      blob: key,
      deliveryKey,
    });
    await storeMessages(clock, change, [{ ...message, folderId: change.folders.INBOX }]);
  });
}
