import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Words are indexed under segments of this many files. */
export const FILES_A_SEGMENT = 512;

/** Marks a file whose text was not extracted yet; the text of an earlier version is deleted. */
export async function upsertUnread(
  tx: Tx,
  mailboxId: number,
  entryId: string,
  versionId: string,
): Promise<void> {
  await sql`
    insert into drive_texts (mailbox_id, entry_id, version_id) values (${mailboxId}, ${entryId}, ${versionId})
    on conflict (mailbox_id, entry_id) do update set version_id = excluded.version_id, place = null, words = null`.execute(
    tx,
  );
}

export async function removeText(tx: Tx, mailboxId: number, entryId: string): Promise<void> {
  await sql`delete from drive_texts where mailbox_id = ${mailboxId} and entry_id = ${entryId}::uuid`.execute(
    tx,
  );
}

export type UnreadFile = {
  entry_id: string;
  version_id: string;
  name: string;
  size: number;
  content_type: string;
  /** Hexadecimal. */
  content_hash: string;
  has_virus: boolean;
};

export async function readUnread(db: ReadDb, mailboxId: number, limit: number): Promise<UnreadFile[]> {
  return readRows(
    db,
    sql<UnreadFile>`
    select t.entry_id, t.version_id, e.name, v.size, v.content_type, encode(v.content_hash, 'hex') as content_hash,
      v.has_virus
    from drive_texts t
    join drive_entries e on e.mailbox_id = ${mailboxId} and e.id = t.entry_id
    join drive_versions v on v.mailbox_id = ${mailboxId} and v.id = t.version_id
    where t.mailbox_id = ${mailboxId} and t.place is null
    order by t.entry_id limit ${limit}`,
  );
}

/** Drives with files whose text was not extracted yet. */
export async function readDrivesToRead(db: ReadDb, after: number, limit: number): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ mailbox_id: number }>`
    select distinct mailbox_id from drive_texts where place is null and mailbox_id > ${after}
    order by mailbox_id limit ${limit}`,
  );
  return rows.map((row) => row.mailbox_id);
}

/**
 * Indexes the words of a version, unless the file has a newer one by now. Given as a tsvector in text form,
 * with the words of the text prefixed by `a`; null when there are none.
 */
export async function writeText(
  tx: Tx,
  mailboxId: number,
  { entryId, versionId, words }: { entryId: string; versionId: string; words: string | null },
): Promise<void> {
  await sql`
    update drive_texts t set place = p.place, words = (
      select array_to_tsvector(array_agg(p.segment || substr(w.word, 2)))
      from unnest(tsvector_to_array(${words}::tsvector)) w(word) where w.word like 'a%'
    )
    from (
      select l.place, ${mailboxId.toString(16)} || '.' || to_hex(l.place / ${sql.lit(FILES_A_SEGMENT)}) || '.' as segment
      from (
        select coalesce(max(o.place), 0) + 1 as place from drive_texts o
        where o.mailbox_id = ${mailboxId} and o.place is not null
      ) l
    ) p
    where t.mailbox_id = ${mailboxId} and t.entry_id = ${entryId}::uuid and t.version_id = ${versionId}::uuid`.execute(
    tx,
  );
}
