import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { ReadDb } from '../../tables.ts';
import { type FoundBytes, findHeldElsewhere, heldBy } from '../messages/held-attachments.store.ts';
import { messageFromParsed } from '../messages/message-from-parsed.ts';
import type { PageMessage } from './rebuild.store.ts';

/** Finds the position of attachments, stored as blobs by earlier releases, within their message's source. */
export async function findInSources(
  { db, parser }: { db: ReadDb; parser: MailParser },
  mailboxId: number,
  page: PageMessage[],
): Promise<FoundBytes[]> {
  const ids = await findHeldElsewhere(
    db,
    mailboxId,
    page.map(({ id }) => id),
  );
  const found = await Promise.all(
    page.map(async ({ id, blob, size, at }) => {
      if (blob === null || !ids.has(id)) return [];
      try {
        return heldBy(id, messageFromParsed(await parser.parse(blob, size), at, { blob }).attachments);
      } catch (error) {
        // The doctor reports the lost source; the attachments stay as they are.
        if (error instanceof BlobMissingError) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}
