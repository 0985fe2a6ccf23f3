import { sql } from 'kysely';
import { blobsNamedBy, orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

export type PurgedPerson = { id: number; email: string; domain_id: number };

/** The person whose grace period ended first, except those skipped. */
export async function findPersonToPurge(
  db: ReadDb,
  now: number,
  passed: number[],
): Promise<PurgedPerson | undefined> {
  const [row] = await readRows<PurgedPerson>(
    db,
    sql`
    select id, email, domain_id from mailboxes
    where purge_at <= ${now} and id <> all(${passed}::bigint[]) order by purge_at limit 1`,
  );
  return row;
}

/**
 * False when the person was restored, or is gone. From here on they cannot be restored, whatever another
 * machine's clock says.
 */
export async function claimPerson(tx: Tx, mailboxId: number, now: number): Promise<boolean> {
  const { rows } = await sql`
    update mailboxes set purge_at = deleted_at where id = ${mailboxId} and purge_at <= ${now} returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Deletes the next rows of the mailbox in the table, and makes their blobs candidates for garbage collection;
 * returns how many.
 */
export async function deleteSomeRows(
  tx: Tx,
  table: keyof Tables & string,
  { column, mailboxId, limit, now }: { column: string; mailboxId: number; limit: number; now: number },
): Promise<number> {
  const blobs = blobsNamedBy(table, 'o');
  const [name, whose] = [sql.table(table), sql.ref(column)];
  // Constant in both places, so that only one partition of a partitioned table is scanned (partition
  // pruning).
  const gone = sql`
    delete from ${name} o where o.${whose} = ${mailboxId}
      and o.ctid = any(array(select i.ctid from ${name} i where i.${whose} = ${mailboxId} limit ${limit}))
    returning ${blobs ? sql`${blobs} as blobs` : sql`1`}`;
  const { rows } = await sql<{ deleted: number }>`
    with gone as (${gone})
      ${blobs ? sql`, orphaned as (${orphanBlobs(sql`select unnest(blobs) as blob from gone`, now)})` : sql``}
    select count(*)::integer as deleted from gone`.execute(tx);
  return rows[0]?.deleted ?? 0;
}

/** False when another process has just done so. */
export async function deleteMailbox(tx: Tx, mailboxId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mailboxes')
    .where('id', '=', mailboxId)
    .where('purge_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
