import { STARRED } from '@bocau/contract/folder-roles.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type UsedStorage = { used_bytes: number; quota_mb: number; folders: FolderRow[] };
type FolderRow = { id: string; name: string; role: string | null; messages: number; bytes: number };

/**
 * What each folder takes, in one snapshot with the sum: list rows have the bytes of what they show, and the index that
 * lists are sorted by has them without the rows.
 */
export async function readUsedStorage(db: ReadDb, mailboxId: number): Promise<UsedStorage | undefined> {
  const [row] = await readRows(
    db,
    sql<UsedStorage>`
    select s.used_bytes, b.quota_mb, (
      select json_agg(f order by f.bytes desc, f.name) from (
        select f.id, f.path as name, f.role, f.total_messages as messages, (
          select coalesce(sum(r.size), 0)::bigint from list_rows r
          where r.mailbox_id = ${mailboxId} and r.folder_id = f.id) as bytes
        from folders f where f.mailbox_id = ${mailboxId} and f.role is distinct from ${STARRED}
      ) f) as folders
    from mailbox_state s join mailboxes b on b.id = s.mailbox_id
    where s.mailbox_id = ${mailboxId}`,
  );
  return row;
}
