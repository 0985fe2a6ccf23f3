import { messageOfSingle, singleId } from '@bocau/contract/single-messages.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { listRowsOfThread, type SystemFolderIds } from '../mailbox/list-cards.ts';
import { readSystemFolders } from '../mailbox/mailbox.store.ts';
import { readSingles, type SingleMessage } from './single-rows.store.ts';
import type { ThreadRow } from './threads.store.ts';

/** The rows of single messages in each list that shows them: like those of a thread with one message. */
export function rowsOfSingles(
  messages: SingleMessage[],
  special: SystemFolderIds,
): (ThreadRow & { folder_id: string })[] {
  return messages.flatMap((message) =>
    listRowsOfThread([message], special).map(({ folder_id, last_at, unread, starred, card }) => ({
      ...{ folder_id, last_at, unread, starred, card },
      thread_id: singleId(message.id),
      home_path: message.path,
    })),
  );
}

/** All rows of a single message, by row id; its folder's row first. */
export async function readSingleRows(
  db: ReadDb,
  mailboxId: number,
  rowId: string,
): Promise<(ThreadRow & { folder_id: string })[]> {
  const messageId = messageOfSingle(rowId);
  if (messageId === null || !isId(messageId)) return [];
  const messages = await readSingles(db, mailboxId, [messageId]);
  return messages.length > 0 ? rowsOfSingles(messages, await readSystemFolders(db, mailboxId)) : [];
}
