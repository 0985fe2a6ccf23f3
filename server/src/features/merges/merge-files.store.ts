import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import type { OutgoingFile } from '../../mail/outbox/outgoing.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { MergeKey } from './merges.store.ts';

/** `nameKey`: of a file of a single person, as `keysOfFiles` has it; null of a file of the text. */
export type NewMergeFile = Omit<OutgoingFile, 'contentId'> & { nameKey: string | null };

/** One of the same key is replaced. */
export async function insertFiles(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  files: NewMergeFile[],
  now: number,
): Promise<void> {
  const names = files.flatMap(({ nameKey }) => nameKey ?? []);
  await sql`
    with lost as (
      delete from merge_files
      where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and name_key = any(${names}::text[])
      returning blob
    )
    ${orphanBlobs(sql`select blob from lost`, now)}`.execute(tx);
  await sql`
    insert into merge_files (mailbox_id, merge_id, id, name_key, name, content_type, size, blob, held_by, held_at, held_line)
    select ${mailboxId}, ${mergeId}::uuid, id, "nameKey", name, "contentType", size, decode(blob, 'hex'),
      decode(held ->> 'source', 'hex'), (held ->> 'start')::integer, (held ->> 'line')::integer
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f(id uuid, "nameKey" text, name text, "contentType" text,
      size bigint, blob text, held jsonb)`.execute(tx);
}

/** Files of single people whose names, but for case, are among these. */
export async function readFilesNamed(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
  nameKeys: string[],
): Promise<OutgoingFile[]> {
  return readRows(
    db,
    sql<OutgoingFile>`
    select id, name, content_type as "contentType", null as "contentId", size,
      encode(blob, 'hex') as blob, null as held
    from merge_files
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and split_part(name_key, E'\\n', 1) = any(${nameKeys}::text[])
    order by name_key`,
  );
}

/** Files of single people, by their names. */
export async function readOwnFiles(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
): Promise<{ id: string; nameKey: string; name: string; size: number }[]> {
  return readRows(
    db,
    sql<{ id: string; nameKey: string; name: string; size: number }>`
    select id, name_key as "nameKey", name, size from merge_files
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and name_key is not null order by name_key`,
  );
}

export async function deleteOwnFile(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  nameKey: string,
  now: number,
): Promise<void> {
  await sql`
    with lost as (
      delete from merge_files
      where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and name_key = ${nameKey}
      returning coalesce(held_by, blob) as blob
    )
    ${orphanBlobs(sql`select blob from lost`, now)}`.execute(tx);
}

/** Those of the text, which were taken at the start. */
export async function deleteTextFiles(tx: Tx, { mailboxId, mergeId }: MergeKey, now: number): Promise<void> {
  await sql`
    with lost as (
      delete from merge_files
      where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and name_key is null
      returning coalesce(held_by, blob) as blob
    )
    ${orphanBlobs(sql`select blob from lost`, now)}`.execute(tx);
}

/** Files of single people, for another merge too. */
export async function copyOwnFiles(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  toMergeId: string,
): Promise<void> {
  await sql`
    insert into merge_files (mailbox_id, merge_id, id, name_key, name, content_type, size, blob, held_by, held_at, held_line)
    select mailbox_id, ${toMergeId}::uuid, id, name_key, name, content_type, size, blob, held_by, held_at, held_line
    from merge_files
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and name_key is not null`.execute(tx);
}

export async function sumFiles(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
): Promise<{ files: number; bytes: number }> {
  const [found] = await readRows(
    db,
    sql<{ files: number; bytes: number }>`
    select count(*)::integer as files, coalesce(sum(size), 0)::bigint as bytes from merge_files
    where mailbox_id = ${mailboxId} and merge_id = ${mergeId} and name_key is not null`,
  );
  return found ?? { files: 0, bytes: 0 };
}
