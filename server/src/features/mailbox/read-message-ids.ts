import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** Up to `limit` messages of the given folders, found by the folders' list rows. */
export async function readSomeMessageIds(
  db: Db,
  mailboxId: number,
  folderIds: string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id
    from (
      select thread_id, folder_id from list_rows
      where mailbox_id = ${mailboxId} and folder_id = any(${folderIds}::uuid[]) limit ${limit}
    ) r
    join messages m on m.mailbox_id = ${mailboxId} and m.thread_id = r.thread_id and m.folder_id = r.folder_id
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
