import { sql } from 'kysely';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../platform/db/advisory-locks.ts';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb } from '../tables.ts';

const BLOB_HOLD = ADVISORY_LOCKS.blobHold;

/**
 * Blocks blob garbage collection until the connection ends: the lock is released with it, however its process
 * died. False when another connection holds it.
 */
export async function holdBlobs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1::bigint) as held', [
    BLOB_HOLD,
  ]);
  return rows[0]?.held === true;
}

/** Whether a copy of the blobs is being made, for which the blobs of its snapshot must stay. */
export async function areBlobsHeld(db: ReadDb): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${BLOB_HOLD}::bigint::oid and l.objsubid = 1
        and l.granted and d.datname = current_database()`,
  );
  return rows.length > 0;
}
