import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Ordered by id, starting after `after`. */
type Page = { after: string; limit: number };

/** Missing threads that messages reference. */
export async function readThreadlessMail(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: Page,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select distinct m.thread_id as id from messages m
    where m.mailbox_id = ${mailboxId} and m.thread_id > ${after}
      and not exists (select from threads t where t.mailbox_id = ${mailboxId} and t.id = m.thread_id)
    order by 1 limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Under their original ids, which links and other rows reference; a merge recorded for such an id is removed.
 */
export async function insertThreads(tx: Tx, mailboxId: number, threadIds: string[]): Promise<void> {
  await sql`
    with unmerged as (
      delete from merged_threads g where g.mailbox_id = ${mailboxId} and g.id = any(${threadIds}::uuid[])
    )
    insert into threads (mailbox_id, id, message_count)
    select ${mailboxId}, w.id, 0 from unnest(${threadIds}::uuid[]) as w(id)
    on conflict (mailbox_id, id) do nothing`.execute(tx);
}

/** Messages whose folder is missing, or is the list of starred ones, which contains none itself. */
export async function readUnfiledMessages(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: Page,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select m.id from messages m
    where m.mailbox_id = ${mailboxId} and m.id > ${after}
      and not exists (select from folders f
        where f.mailbox_id = ${mailboxId} and f.id = m.folder_id and f.role is distinct from 'Starred')
    order by m.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
