import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** Entries examined for one page: lists must not wait for the sizes of very large folders. */
const LOOKED_AT = 5_000;

/** The total sizes of folders with everything below them; omitted when that would be too expensive. */
export async function readFolderSizes(
  db: ReadDb,
  mailboxId: number,
  folderIds: string[],
): Promise<Map<string, number>> {
  if (folderIds.length === 0) return new Map();
  const rows = await readRows(
    db,
    sql<{ root: string; size: number; count: number }>`
    with recursive down as (
      select e.parent_id as root, e.id, e.size, e.is_folder from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.parent_id = any(${folderIds}::uuid[]) and e.trashed_at is null
      union all
      select down.root, e.id, e.size, e.is_folder from down
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.parent_id = down.id and e.trashed_at is null
      where down.is_folder
    ), looked as (select root, size from down limit ${LOOKED_AT + 1})
    select root, sum(size)::bigint as size, count(*) as count from looked group by root`,
  );
  const looked = rows.reduce((sum, { count }) => sum + count, 0);
  return looked > LOOKED_AT ? new Map() : new Map(rows.map(({ root, size }) => [root, size]));
}
