import type { DriveSort } from '@bocau/contract/drive.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { ENTRY_COLUMNS } from './entries.store.ts';
import type { ShownEntry } from './entry-view.ts';

/** The columns that a list shows in addition to the row. */
export const SHOWN_COLUMNS = sql`${ENTRY_COLUMNS},
  exists (
    select from drive_share_entries se join drive_shares s on s.mailbox_id = se.mailbox_id and s.id = se.share_id
    where se.mailbox_id = e.mailbox_id and se.entry_id = e.id and s.state <> 'revoked'
  ) as shared,
  (select v.has_virus from drive_versions v where v.mailbox_id = e.mailbox_id and v.id = e.version_id) as has_virus,
  case when e.trashed_at is not null then (
    select d.by_name from drive_deletions d where d.mailbox_id = e.mailbox_id and d.entry_id = e.id
  ) end as trashed_by`;

const SORT_COLUMNS: Record<DriveSort, string> = {
  name: 'sort_key',
  size: 'size',
  last_modified: 'modified_at',
  created_at: 'created_at',
};

/** The cursor of a folder's page: the value of the sorted column and the entry's id. */
export type FolderCursor = { isFolder: boolean; value: string | number; id: string };
export type FolderPage = {
  parentId: string;
  sort: DriveSort;
  descending: boolean;
  after: FolderCursor | null;
  limit: number;
};

/** A page of a folder, its folders first: one index range of folders, then one of files, without a sort. */
export async function readFolderPage(
  db: ReadDb,
  mailboxId: number,
  page: FolderPage,
): Promise<(ShownEntry & { value: string | number })[]> {
  const { after, limit } = page;
  const folders = after?.isFolder === false ? [] : await readRange(db, mailboxId, page, true);
  if (folders.length === limit) return folders;
  const files = { ...page, limit: limit - folders.length, after: after?.isFolder ? null : after };
  return [...folders, ...(await readRange(db, mailboxId, files, false))];
}

async function readRange(
  db: ReadDb,
  mailboxId: number,
  { parentId, sort, descending, after, limit }: FolderPage,
  isFolder: boolean,
): Promise<(ShownEntry & { value: string | number })[]> {
  const column = sql.ref(`e.${SORT_COLUMNS[sort]}`);
  const order = descending ? sql`desc` : sql`asc`;
  return readRows(
    db,
    sql<ShownEntry & { value: string | number }>`
    select ${SHOWN_COLUMNS}, ${column} as value from drive_entries e
    where e.mailbox_id = ${mailboxId} and e.parent_id = ${parentId}::uuid and e.is_folder = ${isFolder}
      and e.trashed_at is null ${after ? behind(column, after, descending) : sql``}
    order by ${column} ${order}, e.id ${order} limit ${limit}`,
  );
}

function behind(
  column: RawBuilder<unknown>,
  { value, id }: FolderCursor,
  descending: boolean,
): RawBuilder<unknown> {
  const typed = typeof value === 'number' ? sql`${value}::bigint` : sql`${value}`;
  return sql`and (${column}, e.id) ${descending ? sql`<` : sql`>`} (${typed}, ${id}::uuid)`;
}

/** The limit of the count. */
const COUNTED_AT_MOST = 1000;

/** The number of entries in a folder; null when there are too many to count for a page. */
export async function countEntries(db: ReadDb, mailboxId: number, parentId: string): Promise<number | null> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*) as count from (
      select from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.parent_id = ${parentId}::uuid and e.trashed_at is null
      limit ${COUNTED_AT_MOST + 1}
    ) counted`,
  );
  const count = row?.count ?? 0;
  return count > COUNTED_AT_MOST ? null : count;
}

/** Some entries as lists show them, unordered. */
export async function readShown(db: ReadDb, mailboxId: number, ids: string[]): Promise<ShownEntry[]> {
  return readRows(
    db,
    sql<ShownEntry>`
    select ${SHOWN_COLUMNS} from drive_entries e
    where e.mailbox_id = ${mailboxId} and e.id = any(${ids}::uuid[])`,
  );
}
