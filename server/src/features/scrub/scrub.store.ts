import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** The progress of a round, and the result of the last one. */
export type Scrub = {
  cursor: string;
  /** Null until the first one. */
  began_at: number | null;
  /** Null during a round. */
  ended_at: number | null;
  blobs: number;
  bytes: number;
  leased_until: number;
  /** The last verdicts, for the circuit breaker. */
  recently_read: string;
  recently_named: string;
  /** Null while the circuit breaker is closed. */
  stopped_at: number | null;
};

export async function readScrub(db: ReadDb): Promise<Scrub> {
  const [row] = await readRows(
    db,
    sql<Scrub>`
    select cursor, began_at, ended_at, blobs, bytes, leased_until, recently_read,
      recently_named, stopped_at
    from blob_scrub`,
  );
  if (!row) throw new Error('blob_scrub has lost its row');
  return row;
}

/**
 * Only one process verifies at a time. False while another one does. The end of a lease also identifies its
 * holder: a lease can be taken only after it ended, so the next one always ends later.
 */
export async function takeLease(tx: Tx, now: number, until: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update blob_scrub set leased_until = ${until} where leased_until <= ${now}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function beginRound(tx: Tx, now: number): Promise<void> {
  await sql`update blob_scrub set cursor = '', began_at = ${now}, ended_at = null, blobs = 0, bytes = 0`.execute(
    tx,
  );
}

/** False when it expired, and another process took it. */
export async function renewLease(tx: Tx, held: number[], until: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update blob_scrub set leased_until = ${until} where leased_until = any(${held}::bigint[])`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function noteProgress(
  tx: Tx,
  { cursor, blobs, bytes }: { cursor: string; blobs: number; bytes: number },
): Promise<void> {
  await sql`
    update blob_scrub set cursor = ${cursor}, blobs = blobs + ${blobs}, bytes = bytes + ${bytes}`.execute(tx);
}

export async function endRound(tx: Tx, now: number): Promise<void> {
  await sql`update blob_scrub set ended_at = ${now}`.execute(tx);
}

/** Stores for the next run what this one saw last, and whether it stopped because of that. */
export async function giveLeaseBack(
  tx: Tx,
  held: number[],
  recent: { read: string; named: string },
  stoppedAt: number | null,
): Promise<void> {
  await sql`
    update blob_scrub set leased_until = 0, recently_read = ${recent.read}, recently_named = ${recent.named},
      stopped_at = case when ${stoppedAt}::bigint is null then null else coalesce(stopped_at, ${stoppedAt}) end
    where leased_until = any(${held}::bigint[])`.execute(tx);
}
