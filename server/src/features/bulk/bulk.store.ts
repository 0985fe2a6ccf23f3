import type { BulkAction, BulkJob, BulkWhere } from '@bocau/contract/bulk.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type BulkRow = {
  id: string;
  action: BulkAction;
  folder_id: string | null;
  conditions: BulkWhere;
  to_folder_id: string | null;
  for_good: boolean;
  state: BulkJob['state'];
  total: number;
  done: number;
  reached: string | null;
  created_at: number;
};

export async function insertBulkJob(tx: Tx, mailboxId: number, job: BulkRow): Promise<void> {
  await tx
    .insertInto('bulk_jobs')
    .values({ ...job, mailbox_id: mailboxId, conditions: JSON.stringify(job.conditions) })
    .execute();
}

export async function readBulkJob(db: ReadDb, mailboxId: number, id: string): Promise<BulkRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<BulkRow>`
    select id, action, folder_id, conditions, to_folder_id, for_good, state, total, done, reached, created_at
    from bulk_jobs where mailbox_id = ${mailboxId} and id = ${id}`,
  );
  return rows[0];
}

export async function updateBulkJob(
  tx: Tx,
  mailboxId: number,
  job: Pick<BulkRow, 'id' | 'state' | 'total' | 'done' | 'reached'>,
): Promise<void> {
  const { id, ...values } = job;
  await tx
    .updateTable('bulk_jobs')
    .set(values)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

export type PutBack = { steps: number; threads: string[] };

/**
 * Restores up to `limit` messages to their state before the job, and deletes these steps. A message that is no longer
 * as the job left it was changed since, and stays as it is.
 */
export async function putBackMessages(
  tx: Tx,
  mailboxId: number,
  job: BulkRow,
  folders: { INBOX: string; Trash: string },
  limit: number,
): Promise<PutBack> {
  const { rows } = await sql<{ steps: number; threads: string[] | null }>`
    with chosen as materialized (
      select * from bulk_steps where mailbox_id = ${mailboxId} and job_id = ${job.id}
      order by message_id desc limit ${limit}
    ), forgotten as (
      delete from bulk_steps s using chosen c
      where s.mailbox_id = c.mailbox_id and s.job_id = c.job_id and s.message_id = c.message_id
    ), restored as (
      update messages m set ${changeBack(job, folders)}
      from chosen s
      where m.mailbox_id = s.mailbox_id and m.id = s.message_id and ${asLeft(job, folders)}
      returning m.thread_id
    )
    select (select count(*)::integer from chosen) as steps,
      (select array_agg(distinct thread_id) from restored) as threads`.execute(tx);
  const [row] = rows;
  return { steps: row?.steps ?? 0, threads: row?.threads ?? [] };
}

function changeBack({ action }: BulkRow, { INBOX }: { INBOX: string }) {
  if (action === 'read' || action === 'unread') return sql`unread = s.unread`;
  if (action === 'star' || action === 'unstar') return sql`starred = s.starred`;
  // Into the inbox where the folder is gone.
  return sql`trashed_at = s.trashed_at, old_folder_id = s.old_folder_id, folder_id = coalesce(
    (select f.id from folders f where f.mailbox_id = s.mailbox_id and f.id = s.folder_id), ${INBOX})`;
}

function asLeft({ action, to_folder_id }: BulkRow, { INBOX, Trash }: { INBOX: string; Trash: string }) {
  if (action === 'read' || action === 'unread') return sql`m.unread = ${action === 'unread'}`;
  if (action === 'star' || action === 'unstar') return sql`m.starred = ${action === 'star'}`;
  const movedHere = sql`m.old_folder_id = s.folder_id`;
  if (action === 'restore') {
    return sql`${movedHere} and m.folder_id = coalesce((select f.id from folders f
      where f.mailbox_id = s.mailbox_id and f.id = s.old_folder_id and f.id <> ${Trash}), ${INBOX})`;
  }
  return sql`${movedHere} and m.folder_id = ${action === 'delete' ? Trash : to_folder_id}`;
}
