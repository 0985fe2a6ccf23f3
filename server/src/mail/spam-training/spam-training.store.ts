import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type LearnedMessage = { blob: string; size: number; role: string | null };

/** The sources of received messages, and their current folders. */
export async function readLearned(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<LearnedMessage[]> {
  return readRows(
    db,
    sql<LearnedMessage>`
    select encode(m.blob, 'hex') as blob, m.size, f.role
    from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and m.blob is not null
    order by m.id`,
  );
}
