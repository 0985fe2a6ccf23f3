import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Threads count their messages again; empty ones say since when, those with messages do not. */
export async function writeThreadSizes(
  tx: Tx,
  mailboxId: number,
  threadIds: string[],
  now: number,
): Promise<void> {
  await sql`
    update threads t set message_count = n.messages,
      emptied_at = case when n.messages = 0 then coalesce(t.emptied_at, ${now}) end
    from (
      select w.id, (select count(*) from messages m where m.mailbox_id = ${mailboxId} and m.thread_id = w.id) as messages
      from unnest(${threadIds}::uuid[]) as w(id)
    ) n
    where t.mailbox_id = ${mailboxId} and t.id = n.id`.execute(tx);
}

type ListCounts = {
  id: string;
  total_threads: number;
  unread_threads: number;
  total_messages: number;
  unread_messages: number;
};

/** What a mailbox has, and where it stood at that time. */
type Counted = { seq: number; folders: ListCounts[]; labels: ListCounts[]; missingBytes: number };

/** The counts of folders and labels that are not those of their lists, and by how many bytes the quota is off. */
export async function readWrongCounts(db: ReadDb, mailboxId: number): Promise<Counted> {
  const [counted] = await readRows(
    db,
    sql<{ seq: number; folders: ListCounts[] | null; labels: ListCounts[] | null; missingBytes: number }>`
    with listed as (
      select r.folder_id, count(*) as threads, count(*) filter (where r.unread) as unread,
        count(*) + sum(r.more_messages) as messages,
        count(*) filter (where r.unread) + sum(r.more_unread) as unread_messages
      from list_rows r where r.mailbox_id = ${mailboxId} group by r.folder_id
    ), wrong_folders as (${wrongCounts('folders', mailboxId)}), wrong_labels as (${wrongCounts('labels', mailboxId)})
    select s.seq, (select json_agg(w) from wrong_folders w) as folders, (select json_agg(w) from wrong_labels w) as labels,
      (select coalesce(sum(m.size), 0)::bigint from messages m where m.mailbox_id = ${mailboxId}) - s.used_bytes
        as "missingBytes"
    from mailbox_state s where s.mailbox_id = ${mailboxId}`,
  );
  if (!counted) throw new Error(`mailbox ${mailboxId} does not exist`);
  return { ...counted, folders: counted.folders ?? [], labels: counted.labels ?? [] };
}

/** Those of a table whose rows have lists, beside `listed`. */
function wrongCounts(table: 'folders' | 'labels', mailboxId: number): RawBuilder<unknown> {
  return sql`
    select f.id, coalesce(l.threads, 0) as total_threads, coalesce(l.unread, 0) as unread_threads,
      coalesce(l.messages, 0) as total_messages, coalesce(l.unread_messages, 0) as unread_messages
    from ${sql.table(table)} f left join listed l on l.folder_id = f.id
    where f.mailbox_id = ${mailboxId}
      and (f.total_threads, f.unread_threads, f.total_messages, f.unread_messages) is distinct from
        (coalesce(l.threads, 0), coalesce(l.unread, 0), coalesce(l.messages, 0), coalesce(l.unread_messages, 0))`;
}

export async function readSeq(db: ReadDb, mailboxId: number): Promise<number> {
  const { seq } = await db
    .selectFrom('mailbox_state')
    .select('seq')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return seq;
}

export async function writeCounts(
  tx: Tx,
  mailboxId: number,
  table: 'folders' | 'labels',
  counts: ListCounts[],
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    update ${sql.table(table)} f set total_threads = c.total_threads, unread_threads = c.unread_threads,
      total_messages = c.total_messages, unread_messages = c.unread_messages
    from json_to_recordset(${JSON.stringify(counts)})
      as c(id uuid, total_threads integer, unread_threads integer, total_messages integer, unread_messages integer)
    where f.mailbox_id = ${mailboxId} and f.id = c.id`.execute(tx);
}
