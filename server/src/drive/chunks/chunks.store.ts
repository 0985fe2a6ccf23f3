import { type RawBuilder, sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** A piece of a file, in a blob of its own or as a range of a message's source. */
export type ChunkRow = {
  start_at: number;
  size: number;
  blob: string;
  held: { source: string; start: number; line: number } | null;
};

export async function insertChunks(
  tx: Tx,
  mailboxId: number,
  versionId: string,
  chunks: ChunkRow[],
): Promise<void> {
  await sql`
    insert into drive_chunks (mailbox_id, version_id, start_at, size, blob, held_by, held_at, held_line)
    select ${mailboxId}, ${versionId}, start_at, size, decode(blob, 'hex'), decode(held ->> 'source', 'hex'),
      (held ->> 'start')::integer, (held ->> 'line')::integer
    from json_to_recordset(${JSON.stringify(chunks)}) as c(start_at bigint, size integer, blob text, held json)`.execute(
    tx,
  );
}

/** The chunks of a version in order, starting with the one that contains an offset. */
export async function readChunks(
  db: ReadDb,
  mailboxId: number,
  versionId: string,
  { from, limit }: { from: number; limit: number },
): Promise<ChunkRow[]> {
  return readRows(
    db,
    sql<ChunkRow>`
    select c.start_at, c.size, encode(c.blob, 'hex') as blob,
      case when c.held_by is not null then json_build_object('source', encode(c.held_by, 'hex'),
        'start', c.held_at, 'line', c.held_line) end as held
    from drive_chunks c
    where c.mailbox_id = ${mailboxId} and c.version_id = ${versionId} and c.start_at >= (
      select coalesce(max(f.start_at), 0) from drive_chunks f
      where f.mailbox_id = ${mailboxId} and f.version_id = ${versionId} and f.start_at <= ${from})
    order by c.start_at limit ${limit}`,
  );
}

/** Copies the chunk rows of one version to another; no bytes are copied. */
export async function copyChunks(
  tx: Tx,
  from: { mailboxId: number; versionId: string },
  to: { mailboxId: number; versionId: string },
): Promise<void> {
  await sql`
    insert into drive_chunks (mailbox_id, version_id, start_at, size, blob, held_by, held_at, held_line)
    select ${to.mailboxId}, ${to.versionId}, start_at, size, blob, held_by, held_at, held_line
    from drive_chunks where mailbox_id = ${from.mailboxId} and version_id = ${from.versionId}`.execute(tx);
}

/** Deletes the chunks of versions or uploads; unreferenced blobs become garbage. */
export async function removeChunks(
  tx: Tx,
  mailboxId: number,
  versionIds: string[],
  now: number,
): Promise<void> {
  await sql`
    with gone as (
      delete from drive_chunks where mailbox_id = ${mailboxId} and version_id = any(${versionIds}::uuid[])
      returning blob, held_by
    )
    ${orphanBlobs(sql`select coalesce(held_by, blob) as blob from gone`, now)}`.execute(tx);
}

/** Deletes the last pieces of an upload, which are rewritten together with what follows. */
export async function removeChunksFrom(
  tx: Tx,
  mailboxId: number,
  versionId: string,
  startAt: number,
  now: number,
): Promise<void> {
  await sql`
    with gone as (
      delete from drive_chunks
      where mailbox_id = ${mailboxId} and version_id = ${versionId} and start_at >= ${startAt}
      returning blob
    )
    ${orphanBlobs(sql`select blob from gone`, now)}`.execute(tx);
}

/** Makes blobs that no row will reference candidates for garbage collection. */
export async function releaseBlobs(tx: Tx, blobs: string[], now: number): Promise<void> {
  const keys: RawBuilder<unknown> = sql`select decode(key, 'hex') as blob from unnest(${blobs}::text[]) as b(key)`;
  await sql`${orphanBlobs(keys, now)}`.execute(tx);
}

/** The concatenated hashes of the chunks in order: equal for files of the same bytes. */
export async function readChunkKeys(db: ReadDb, mailboxId: number, versionId: string): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ key: string }>`
    select encode(blob, 'hex') as key from drive_chunks
    where mailbox_id = ${mailboxId} and version_id = ${versionId} order by start_at`,
  );
  return rows.map(({ key }) => key);
}
