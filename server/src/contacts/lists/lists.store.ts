import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export function readLists(db: ReadDb, mailboxId: number): Promise<{ name: string; total: number }[]> {
  return readRows(
    db,
    sql<{ name: string; total: number }>`
    select name, total from contact_lists where mailbox_id = ${mailboxId} order by list_key`,
  );
}

/** Adds to the totals of lists and forgets those that are empty. Returns how many lists there are then. */
export async function addToLists(
  tx: Tx,
  mailboxId: number,
  changed: { list_key: string; name: string; more: number }[],
): Promise<number> {
  await sql`
    insert into contact_lists as l (mailbox_id, list_key, name, total)
    select ${mailboxId}, list_key, name, more
    from json_to_recordset(${JSON.stringify(changed)}) as c(list_key text, name text, more integer)
    on conflict (mailbox_id, list_key) do update set total = l.total + excluded.total`.execute(tx);
  const { rows } = await sql<{ lists: number }>`
    with empty as (
      delete from contact_lists where mailbox_id = ${mailboxId} and total <= 0 returning list_key
    )
    select (select count(*) from contact_lists where mailbox_id = ${mailboxId})::integer
      - (select count(*) from empty)::integer as lists`.execute(tx);
  return rows[0]?.lists ?? 0;
}
