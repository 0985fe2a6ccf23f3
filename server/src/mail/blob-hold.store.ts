import { sql } from 'kysely';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../platform/db/advisory-locks.ts';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb } from '../tables.ts';

const BLOB_HOLD = ADVISORY_LOCKS.blobHold;

/**
 * From here on no blob is collected, until the connection ends: with it the lock goes, however its process died. False
 * where another connection has it.
 */
export async function holdBlobs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1::bigint) as held', [
    BLOB_HOLD,
  ]);
  return rows[0]?.held === true;
}

/** Whether a copy of the blobs is being made, for which those of its snapshot have to stay. */
export async function areBlobsHeld(db: ReadDb): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${BLOB_HOLD}::bigint::oid and l.objsubid = 1
        and l.granted and d.datname = current_database()`,
  );
  return rows.length > 0;
}
