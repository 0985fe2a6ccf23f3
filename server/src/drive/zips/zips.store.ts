import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** What a zip needs of an entry. */
export type ZippedEntry = {
  id: string;
  name: string;
  is_folder: boolean;
  version_id: string | null;
  size: number;
  modified_at: number;
};

const hasNoVirus = sql`not exists (
  select from drive_versions v where v.mailbox_id = e.mailbox_id and v.id = e.version_id and v.has_virus)`;

export type ZippedChild = ZippedEntry & { sort_key: string };

/** The content of a folder, after a cursor: files by name, then folders. */
export async function readChildren(
  db: ReadDb,
  mailboxId: number,
  parentId: string,
  { after, limit, withViruses }: { after: ZippedChild | null; limit: number; withViruses: boolean },
): Promise<ZippedChild[]> {
  const behind = after
    ? sql`and (e.is_folder, e.sort_key, e.id) > (${after.is_folder}, ${after.sort_key}, ${after.id}::uuid)`
    : sql``;
  const wanted = withViruses ? sql`` : sql`and ${hasNoVirus}`;
  return readRows(
    db,
    sql<ZippedChild>`
    select e.id, e.name, e.is_folder, e.version_id, e.size, e.modified_at, e.sort_key from drive_entries e
    where e.mailbox_id = ${mailboxId} and e.parent_id = ${parentId}::uuid and e.trashed_at is null
      ${behind} ${wanted}
    order by e.is_folder, e.sort_key, e.id limit ${limit}`,
  );
}

/** False for an infected file. */
export async function isHarmless(db: ReadDb, mailboxId: number, entryId: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from drive_entries e
    where e.mailbox_id = ${mailboxId} and e.id = ${entryId}::uuid and ${hasNoVirus}`,
  );
  return rows.length > 0;
}
