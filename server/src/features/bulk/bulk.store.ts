import type { BulkAction, BulkJob } from '@bocau/contract/bulk.ts';
import type { FilterRule } from '@bocau/contract/rule-definitions.ts';
import { type RawBuilder, sql } from 'kysely';
import { type PutBack, putBackStep } from '../../mail/messages/put-back.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { BulkConditions, ReadDb, Tx } from '../../tables.ts';
import type { unblockSenders } from '../rules/blocked-senders.ts';

type AnyJob = {
  id: string;
  folder_id: string | null;
  conditions: BulkConditions;
  to_folder_id: string | null;
  label_id: string | null;
  for_good: boolean;
  state: BulkJob['state'];
  total: number;
  done: number;
  reached: string | null;
  created_at: number;
  /** The list showed single messages when the job began. */
  single: boolean;
  block_senders: boolean;
  /** The job's changes of rules: the ids of those created, and those it removed. */
  rules_made: string[];
  rules_removed: Awaited<ReturnType<typeof unblockSenders>>;
  senders_not_blocked: number;
  /** Messages with which the spam filter was trained. */
  learned: string[];
  /** The number of messages that a filter changed. */
  changed: number;
  /** By removing for good. */
  freed_bytes: number;
};

/** An action on threads, or on all messages with a label or of a sender. */
export type ThreadJob = AnyJob & { action: BulkAction | 'delete_label' | 'delete_sender'; filter: null };
/** A filter that runs over messages, as it was when the job began; the previous release stored no rule id. */
export type FilterJob = AnyJob & { action: 'filter'; filter: FilterRule & { rule_id?: string } };
export type BulkRow = ThreadJob | FilterJob;

/** Updated after each chunk. */
type Progress = Pick<
  BulkRow,
  'id' | 'state' | 'total' | 'done' | 'reached' | 'changed' | 'freed_bytes' | 'learned' | RulesOfJob
>;
type RulesOfJob = 'rules_made' | 'rules_removed' | 'senders_not_blocked';

const JOB_COLUMNS =
  sql.raw(`id, action, folder_id, conditions, to_folder_id, for_good, state, total, done, reached,
  created_at, block_senders, rules_made, rules_removed, senders_not_blocked, filter, changed, learned, single, label_id, freed_bytes`);

export async function insertBulkJob(tx: Tx, mailboxId: number, job: BulkRow): Promise<void> {
  await tx
    .insertInto('bulk_jobs')
    .values({
      ...job,
      mailbox_id: mailboxId,
      conditions: JSON.stringify(job.conditions),
      filter: job.filter === null ? null : JSON.stringify(job.filter),
      learned: JSON.stringify(job.learned),
      ...rulesAsJson(job),
    })
    .execute();
}

export async function readBulkJob(db: ReadDb, mailboxId: number, id: string): Promise<BulkRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<BulkRow>`
    select ${JOB_COLUMNS} from bulk_jobs where mailbox_id = ${mailboxId} and id = ${id}`,
  );
  return rows[0];
}

/** Newest first: their ids begin with the time. */
export async function readLatestJobs(db: ReadDb, mailboxId: number, limit: number): Promise<BulkRow[]> {
  return readRows(
    db,
    sql<BulkRow>`
    select ${JOB_COLUMNS} from bulk_jobs where mailbox_id = ${mailboxId} order by id desc limit ${limit}`,
  );
}

export async function updateBulkJob(tx: Tx, mailboxId: number, job: Progress): Promise<void> {
  const { id, state, total, done, reached, changed, freed_bytes, senders_not_blocked } = job;
  const learned = JSON.stringify(job.learned);
  const counts = { total, done, changed, freed_bytes, senders_not_blocked };
  const values = { state, reached, ...counts, learned, ...rulesAsJson(job) };
  await tx
    .updateTable('bulk_jobs')
    .set(values)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

function rulesAsJson({ rules_made, rules_removed }: Pick<BulkRow, 'rules_made' | 'rules_removed'>) {
  return { rules_made: JSON.stringify(rules_made), rules_removed: JSON.stringify(rules_removed) };
}

type UndoneSteps = { steps: number; threads: string[] };

/**
 * Restores up to `limit` messages to their state before the job, and deletes these steps. A message that was
 * changed since the job stays as it is.
 */
export async function putBackMessages(
  tx: Tx,
  mailboxId: number,
  job: BulkRow,
  folders: UndoFolders,
  limit: number,
): Promise<UndoneSteps> {
  const { rows } = await sql<{ steps: number; threads: string[] | null }>`
    with chosen as materialized (
      select * from bulk_steps where mailbox_id = ${mailboxId} and job_id = ${job.id}
      order by message_id desc limit ${limit}
    ), forgotten as (
      delete from bulk_steps s using chosen c
      where s.mailbox_id = c.mailbox_id and s.job_id = c.job_id and s.message_id = c.message_id
    ), restored as (
      ${putBackStep('chosen', folders.INBOX, putBack(job, folders))}
    )
    select (select count(*)::integer from chosen) as steps,
      (select array_agg(distinct thread_id) from restored) as threads`.execute(tx);
  const [row] = rows;
  return { steps: row?.steps ?? 0, threads: row?.threads ?? [] };
}

function putBack(job: BulkRow, folders: UndoFolders): PutBack {
  if (job.action === 'filter') return { ...filterBack(job), where: sql`true` };
  const { action } = job;
  const where = asLeft(job, folders);
  if (action === 'label') return { where, labels: labelsWithout(job.label_id) };
  if (action === 'unlabel' || action === 'delete_label') return { where, labels: labelsWith(job.label_id) };
  if (action === 'read' || action === 'unread') return { where, unread: sql`s.unread` };
  if (action === 'star' || action === 'unstar') return { where, starred: sql`s.starred` };
  return { where, moved: sql`true` };
}

/** Of a message `m`; sorted, as they are kept. */
function labelsWith(label: string | null): RawBuilder<unknown> {
  return sql`array(select distinct w.label from unnest(m.label_ids || ${[label]}::uuid[]) as w(label) order by w.label)`;
}

function labelsWithout(label: string | null): RawBuilder<unknown> {
  return sql`nullif(array_remove(m.label_ids, ${label}::uuid), '{}')`;
}

/** Each change of a filter is undone separately, unless it was changed again since. */
function filterBack({ filter, to_folder_id }: FilterJob): Omit<PutBack, 'where'> {
  const marks = filter.actions.flatMap(({ enable, type, value }) =>
    enable && type === 'setflag' ? [value] : [],
  );
  const labels = filter.actions.flatMap(({ enable, type, value }) =>
    enable && type === 'addlabel' && isId(value) ? [value] : [],
  );
  return {
    moved: sql`m.folder_id = ${to_folder_id}::uuid and m.old_folder_id = s.folder_id`,
    ...(marks.includes('Seen') && { unread: sql`m.unread or s.unread` }),
    ...(marks.includes('Flagged') && { starred: sql`m.starred and s.starred` }),
    ...(labels.length > 0 && { labels: labelsBefore(labels) }),
  };
}

/** Without those of the filter that the message did not have before. */
function labelsBefore(added: string[]): RawBuilder<unknown> {
  return sql`nullif(array(
    select w.label from unnest(m.label_ids) as w(label)
    where w.label <> all(${added}::uuid[]) or w.label = any(coalesce(s.label_ids, '{}')) order by w.label), '{}')`;
}

type UndoFolders = { INBOX: string; Archive: string; Trash: string; Junk: string };

function asLeft(
  { action, to_folder_id: to, label_id }: ThreadJob,
  folders: UndoFolders,
): RawBuilder<unknown> {
  const { INBOX, Archive, Trash, Junk } = folders;
  if (action === 'label') return sql`m.label_ids @> ${[label_id]}::uuid[]`;
  // Of a label that is gone by now nothing comes back.
  if (action === 'unlabel' || action === 'delete_label')
    return sql`exists (select from labels l
      where l.mailbox_id = s.mailbox_id and l.id = ${label_id} and l.deleted_at is null)`;
  if (action === 'read' || action === 'unread') return sql`m.unread = ${action === 'unread'}`;
  if (action === 'star' || action === 'unstar') return sql`m.starred = ${action === 'star'}`;
  const movedHere = sql`m.old_folder_id = s.folder_id`;
  if (action === 'restore') {
    return sql`${movedHere} and m.folder_id = coalesce((select f.id from folders f
      where f.mailbox_id = s.mailbox_id and f.id = s.old_folder_id and f.id <> ${Trash}), ${INBOX})`;
  }
  const targets = {
    delete: Trash,
    delete_sender: Trash,
    spam: Junk,
    not_spam: INBOX,
    move: to,
    archive: Archive,
  };
  return sql`${movedHere} and m.folder_id = ${targets[action]}`;
}
