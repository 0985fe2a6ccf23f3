import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../tables.ts';
import type { BlobColumn } from './kernel.ts';
import { blobColumns } from './kernels.ts';

/** A blob that lost a reference: collected when nothing references it any more. */
export type BlobGcCandidate = { key: string; at: number; named: boolean };

/**
 * A step of one statement (CTE): the blobs that `source` selects as `blob` become candidates for garbage
 * collection.
 */
export function orphanBlobs(source: RawBuilder<unknown>, now: number): RawBuilder<unknown> {
  return sql`insert into orphaned_blobs (blob, at)
    select distinct blob, ${now}::bigint from (${source}) lost where blob is not null
    on conflict (blob) do update set at = excluded.at`;
}

/**
 * The blobs that a row of the table references, under the alias of the surrounding query; null when the table
 * references none.
 */
export function blobsNamedBy(table: string, row: string): RawBuilder<unknown> | null {
  const columns = blobColumns().filter((one) => one.table === table);
  if (columns.length === 0) return null;
  const named = columns.map(({ column, unless }) => {
    const blob = sql.ref(`${row}.${column}`);
    return unless === undefined
      ? blob
      : sql`case when ${sql.ref(`${row}.${unless}`)} is null then ${blob} end`;
  });
  return sql`array[${sql.join(named)}]`;
}

/** The next candidates from before the given time, by key. */
export async function readCandidates(
  db: ReadDb,
  before: number,
  after: string,
  limit: number,
): Promise<BlobGcCandidate[]> {
  return readRows(
    db,
    sql<BlobGcCandidate>`
    select encode(b.blob, 'hex') as key, b.at, ${isNamed()} as named from orphaned_blobs b
    where b.at < ${before} and b.blob > decode(${after}, 'hex')
    order by b.blob limit ${limit}`,
  );
}

/** Only if no reference was added since they were read. */
export async function forgetCandidates(tx: Tx, candidates: BlobGcCandidate[]): Promise<void> {
  await sql`
    delete from orphaned_blobs l
    using unnest(${candidates.map(({ key }) => key)}::text[], ${candidates.map(({ at }) => at)}::bigint[])
      as s(key, at)
    where l.blob = decode(s.key, 'hex') and l.at = s.at`.execute(tx);
}

/** Which of the blobs are unreferenced and not candidates yet. */
export async function findUnnamed(db: ReadDb, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await readRows(
    db,
    sql<{ key: string }>`
    select encode(b.blob, 'hex') as key
    from (select decode(key, 'hex') as blob from unnest(${keys}::text[]) as k(key)) b
    where not ${isNamed()} and not exists (select from orphaned_blobs l where l.blob = b.blob)`,
  );
  return rows.map((row) => row.key);
}

function isNamed(): RawBuilder<unknown> {
  return sql`(${sql.join(blobColumns().map(namesBlob), sql` or `)})`;
}

function namesBlob({ table, column, unless }: BlobColumn): RawBuilder<unknown> {
  const names = unless === undefined ? sql`` : sql` and n.${sql.ref(unless)} is null`;
  return sql`exists (select from ${sql.table(table)} n where n.${sql.ref(column)} = b.blob${names})`;
}
