import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** What mail programs ask of messages besides their state and their bytes. */
export type MessageFacts = {
  id: string;
  thread_id: string;
  blob: string;
  snippet: string;
  /** When it came to be in its folder; null where that is not known. */
  saved_at: number | null;
};

/** In no order; of messages that are in a folder with uids. */
export function readMessageFacts(db: ReadDb, mailboxId: number, ids: string[]): Promise<MessageFacts[]> {
  return readRows(
    db,
    sql<MessageFacts>`
    select m.id, m.thread_id, encode(m.blob, 'hex') as blob, m.snippet, s.saved_at
    from messages m join message_state s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = any(${ids}::uuid[]) and m.blob is not null`,
  );
}
