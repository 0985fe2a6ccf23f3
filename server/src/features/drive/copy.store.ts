import { sql } from 'kysely';
import type { EntryRow } from '../../drive/entries/entries.store.ts';
import { ENTRY_COLUMNS } from '../../drive/entries/entries.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Everything below an entry, folders before their content; up to a limit. */
export async function readBelow(
  db: ReadDb,
  mailboxId: number,
  id: string,
  limit: number,
): Promise<EntryRow[]> {
  return readRows(
    db,
    sql<EntryRow>`
    with recursive down as (
      select ${ENTRY_COLUMNS} from drive_entries e
      where e.mailbox_id = ${mailboxId} and e.parent_id = ${id}::uuid and e.trashed_at is null
      union all
      select ${ENTRY_COLUMNS} from down
      join drive_entries e on e.mailbox_id = ${mailboxId} and e.parent_id = down.id and e.trashed_at is null
    )
    select * from down limit ${limit}`,
  );
}

/** A copied entry, and the ids of its copy. */
export type CopiedEntry = {
  from: string;
  id: string;
  parent_id: string;
  from_version: string | null;
  version_id: string | null;
};

export type Copying = {
  from: number;
  to: number;
  entries: CopiedEntry[];
  author: { mailboxId: number; name: string };
  now: number;
};

/** Copies of everything below an entry that was copied: a new folder has no name conflicts. */
export async function insertCopies(tx: Tx, { from, to, entries, now }: Copying): Promise<void> {
  const copied = copiedRows(entries);
  await sql`
    insert into drive_entries (mailbox_id, id, parent_id, is_folder, name, name_key, sort_key, version_id, size,
      content_type, created_at, modified_at, steps_below, bytes_below)
    select ${to}, c.id, c.parent_id, e.is_folder, e.name, e.name_key, e.sort_key, c.version_id, e.size,
      e.content_type, ${now}, ${now}, e.steps_below, e.bytes_below
    from ${copied} join drive_entries e on e.mailbox_id = ${from} and e.id = c."from"`.execute(tx);
  await sql`
    insert into drive_words (mailbox_id, entry_id, word)
    select ${to}, c.id, w.word
    from ${copied} join drive_words w on w.mailbox_id = ${from} and w.entry_id = c."from"`.execute(tx);
  await sql`
    insert into drive_texts (mailbox_id, entry_id, version_id)
    select ${to}, c.id, c.version_id
    from ${copied} join drive_texts t on t.mailbox_id = ${from} and t.entry_id = c."from"`.execute(tx);
}

/** The latest versions of the copied files, and their chunks: no bytes are copied. */
export async function insertCopiedVersions(
  tx: Tx,
  { from, to, entries, author, now }: Copying,
): Promise<void> {
  const copied = copiedRows(entries.filter(({ version_id }) => version_id !== null));
  await sql`
    insert into drive_versions (mailbox_id, id, entry_id, size, content_type, content_hash, created_at,
      author_mailbox_id, author, source, has_virus, scan_message)
    select ${to}, c.version_id, c.id, v.size, v.content_type, v.content_hash, ${now}, ${author.mailboxId},
      ${author.name}, 'copy', v.has_virus, v.scan_message
    from ${copied} join drive_versions v on v.mailbox_id = ${from} and v.id = c.from_version`.execute(tx);
  await sql`
    insert into drive_chunks (mailbox_id, version_id, start_at, size, blob, held_by, held_at, held_line)
    select ${to}, c.version_id, k.start_at, k.size, k.blob, k.held_by, k.held_at, k.held_line
    from ${copied} join drive_chunks k on k.mailbox_id = ${from} and k.version_id = c.from_version`.execute(
    tx,
  );
}

function copiedRows(entries: CopiedEntry[]) {
  return sql`json_to_recordset(${JSON.stringify(entries)})
    as c("from" uuid, id uuid, parent_id uuid, from_version uuid, version_id uuid)`;
}
