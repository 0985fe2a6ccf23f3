import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import { sql } from 'kysely';
import { TRASH } from '../../drive/change-drive.ts';
import { ENTRY_COLUMNS, type EntryRow } from '../../drive/entries/entries.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

export type CopyRow = {
  /** The drive in which the copy is made. */
  mailbox_id: number;
  id: string;
  by_mailbox_id: number;
  parent_id: string;
  name: string;
  roots: string[];
  state: DriveCopyJob['state'];
  error: string | null;
  total: number;
  done: number;
  /** The remaining quota reservation. */
  reserved_bytes: number;
  left_out: number;
  left_out_first: DriveCopyJob['left_out_first'];
  created_at: number;
};

const COPY_COLUMNS =
  sql.raw(`mailbox_id, id, by_mailbox_id, parent_id, name, roots, state, error, total, done,
  reserved_bytes, left_out, left_out_first, created_at`);

export async function insertCopy(tx: Tx, copy: CopyRow): Promise<void> {
  await tx
    .insertInto('drive_copies')
    .values({ ...copy, left_out_first: JSON.stringify(copy.left_out_first) })
    .execute();
}

export async function readCopy(db: ReadDb, mailboxId: number, id: string): Promise<CopyRow | undefined> {
  const rows = await readRows(
    db,
    sql<CopyRow>`select ${COPY_COLUMNS} from drive_copies where mailbox_id = ${mailboxId} and id = ${id}::uuid`,
  );
  return rows[0];
}

/** In any drive; newest first, because ids begin with the time. */
export async function readCopiesOf(
  db: ReadDb,
  person: number,
  { id, limit }: { id?: string; limit: number },
): Promise<CopyRow[]> {
  if (id !== undefined && !isId(id)) return [];
  const wanted = id === undefined ? sql`` : sql`and id = ${id}::uuid`;
  return readRows(
    db,
    sql<CopyRow>`
    select ${COPY_COLUMNS} from drive_copies where by_mailbox_id = ${person} ${wanted}
    order by id desc limit ${limit}`,
  );
}

export async function updateCopy(
  tx: Tx,
  { mailbox_id, id, state, error, total, done, reserved_bytes, left_out, left_out_first }: CopyRow,
): Promise<void> {
  await tx
    .updateTable('drive_copies')
    .set({
      ...{ state, error, total, done, reserved_bytes, left_out },
      left_out_first: JSON.stringify(left_out_first),
    })
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .execute();
}

export type CopyFolder = Omit<Tables['drive_copy_folders'], 'mailbox_id' | 'copy_id'>;

export async function insertCopyFolders(
  tx: Tx,
  { mailbox_id, id }: Pick<CopyRow, 'mailbox_id' | 'id'>,
  folders: CopyFolder[],
): Promise<void> {
  if (folders.length === 0) return;
  await sql`
    insert into drive_copy_folders (mailbox_id, copy_id, to_id, from_mailbox_id, from_id, after_id, steps, bytes)
    select ${mailbox_id}, ${id}::uuid, f.to_id, f.from_mailbox_id, f.from_id, f.after_id, f.steps, f.bytes
    from json_to_recordset(${JSON.stringify(folders)})
      as f(to_id uuid, from_mailbox_id bigint, from_id uuid, after_id uuid, steps integer, bytes integer)`.execute(
    tx,
  );
}

export async function readCopyFolders(
  db: ReadDb,
  { mailbox_id, id }: Pick<CopyRow, 'mailbox_id' | 'id'>,
  limit: number,
): Promise<CopyFolder[]> {
  return readRows(
    db,
    sql<CopyFolder>`
    select to_id, from_mailbox_id, from_id, after_id, steps, bytes from drive_copy_folders
    where mailbox_id = ${mailbox_id} and copy_id = ${id}::uuid order by to_id limit ${limit}`,
  );
}

/** Marks folders as finished, and stores the cursor of the one in progress. */
export async function finishCopyFolders(
  tx: Tx,
  { mailbox_id, id }: Pick<CopyRow, 'mailbox_id' | 'id'>,
  { finished, goesOn }: { finished: string[]; goesOn: { to: string; after: string } | null },
): Promise<void> {
  await sql`
    delete from drive_copy_folders
    where mailbox_id = ${mailbox_id} and copy_id = ${id}::uuid and to_id = any(${finished}::uuid[])`.execute(
    tx,
  );
  if (!goesOn) return;
  await sql`
    update drive_copy_folders set after_id = ${goesOn.after}::uuid
    where mailbox_id = ${mailbox_id} and copy_id = ${id}::uuid and to_id = ${goesOn.to}::uuid`.execute(tx);
}

export type FoundChild = EntryRow & { to_id: string };

/** Entries not copied yet, folder by folder; ordered by id, so that renaming changes nothing. */
export async function readUncopied(
  db: ReadDb,
  from: number,
  folders: CopyFolder[],
  limit: number,
): Promise<FoundChild[]> {
  const asked = folders.map(({ to_id, from_id, after_id }, place) => ({ place, to_id, from_id, after_id }));
  return readRows(
    db,
    sql<FoundChild>`
    select c.*, f.to_id
    from json_to_recordset(${JSON.stringify(asked)}) as f(place integer, to_id uuid, from_id uuid, after_id uuid)
    cross join lateral (
      select ${ENTRY_COLUMNS} from drive_entries e
      where e.mailbox_id = ${from} and e.parent_id = f.from_id and e.trashed_at is null
        and (f.after_id is null or e.id > f.after_id)
      order by e.id limit ${limit}
    ) c
    order by f.place, c.id limit ${limit}`,
  );
}

/** Which entries have a name that the copied folder contains already: they changed meanwhile. */
export async function findTaken(
  db: ReadDb,
  { from, to }: { from: number; to: number },
  children: FoundChild[],
): Promise<Set<string>> {
  const asked = children.map(({ id, to_id }) => ({ id, to_id }));
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select c.id from json_to_recordset(${JSON.stringify(asked)}) as c(id uuid, to_id uuid)
    join drive_entries e on e.mailbox_id = ${from} and e.id = c.id
    join drive_entries t on t.mailbox_id = ${to} and t.parent_id = c.to_id and t.name_key = e.name_key
      and t.trashed_at is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The size and extent of everything below an entry; counted up to a limit. */
export async function measureTree(
  db: ReadDb,
  mailboxId: number,
  id: string,
  most: number,
): Promise<{ count: number; size: number; steps_below: number; bytes_below: number }> {
  const [row] = await readRows(
    db,
    sql<{ count: number; size: number; steps_below: number; bytes_below: number }>`
    with recursive down as (
      select e.id, e.size, 1 as steps, 1 + octet_length(e.name) as bytes from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.parent_id = ${id}::uuid and e.trashed_at is null
      union all
      select e.id, e.size, down.steps + 1, down.bytes + 1 + octet_length(e.name) from down
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.parent_id = down.id and e.trashed_at is null
    )
    select count(*) as count, coalesce(sum(size), 0)::bigint as size, coalesce(max(steps), 0) as steps_below,
      coalesce(max(bytes), 0) as bytes_below
    from (select * from down limit ${most + 1}) measured`,
  );
  return row as NonNullable<typeof row>;
}

/** The purge job removes what was copied; nothing else is left to do for the copy. */
export async function discardCopied(
  tx: Tx,
  { mailbox_id, id }: Pick<CopyRow, 'mailbox_id' | 'id'>,
  now: number,
): Promise<void> {
  await sql`
    update drive_entries set parent_id = ${TRASH}::uuid, trashed_at = ${now}
    where mailbox_id = ${mailbox_id} and parent_id = ${id}::uuid and trashed_at is null`.execute(tx);
  await sql`
    delete from drive_copy_folders where mailbox_id = ${mailbox_id} and copy_id = ${id}::uuid`.execute(tx);
}
