import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

type FilterActs = { to: string | null; seen: boolean; starred: boolean; labels: string[] };

/** Records the previous state of each message that the filter is about to change; returns their ids. */
export async function insertFilterSteps(
  tx: Tx,
  mailboxId: number,
  jobId: string,
  messageIds: string[],
  { to, seen, starred, labels }: FilterActs,
): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    insert into bulk_steps (mailbox_id, job_id, message_id, folder_id, old_folder_id, unread, starred, trashed_at,
      label_ids)
    select m.mailbox_id, ${jobId}, m.id, m.folder_id, m.old_folder_id, m.unread, m.starred, m.trashed_at, m.label_ids
    from messages m
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[])
      and (m.folder_id <> ${to}::uuid or m.unread and ${seen} or not m.starred and ${starred}
        or not coalesce(m.label_ids, '{}') @> ${labels}::uuid[])
    on conflict do nothing returning message_id`.execute(tx);
  return rows.map((row) => row.message_id);
}

/** For the progress of a job that reads all of them. */
export async function countMessages(db: ReadDb, mailboxId: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
      select count(*)::integer as count from messages where mailbox_id = ${mailboxId}`,
  );
  return row?.count ?? 0;
}
