import { sql } from 'kysely';
import type { Ending } from '../../platform/db/pipelined-transaction.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { type JournalEntry, journalStep } from './journal.store.ts';
import type { SystemFolderIds } from './list-cards.ts';
import { type ListRowPlan, listRowSteps } from './list-rows.store.ts';

const DAY_SECONDS = 24 * 3600;

export type LockedMailbox = {
  seq: number;
  used_bytes: number;
  quota_mb: number;
  drafts_read_at: number;
  /** A release without labels has changed mail since the lists of labels were right. */
  labels_behind: boolean | null;
  folders: SystemFolderIds;
};

/** What a change asks finds rows by key, whatever the parameters; planned once a connection is enough for all of it. */
export async function lockMailbox(sendNow: Ending['sendNow'], mailboxId: number): Promise<LockedMailbox> {
  const [locked] = await sendNow(sql<LockedMailbox>`
    select s.seq, s.used_bytes, s.drafts_read_at, m.quota_mb, s.labelled_seq <> s.seq as labels_behind,
      (select json_object_agg(f.role, f.id) from folders f
        where f.mailbox_id = s.mailbox_id and f.role is not null) as folders,
      set_config('plan_cache_mode', 'force_generic_plan', true)
    from mailbox_state s join mailboxes m on m.id = s.mailbox_id
    where s.mailbox_id = ${mailboxId}
    for update of s`);
  if (!locked) throw new Error(`mailbox ${mailboxId} does not exist`);
  return locked;
}

/** What follows from a change of the mailbox's messages. */
type RowsUpdate = { seq: number; plan: ListRowPlan; now: number };
export type MailboxUpdate = RowsUpdate & { addedBytes: number; entries: JournalEntry[] };

/** Writes list rows, folder counts and states of messages of a part of the change. */
export async function writeListRows(
  tx: Tx,
  mailboxId: number,
  { seq, plan, now }: RowsUpdate,
): Promise<void> {
  const steps = listRowSteps(mailboxId, seq, plan, now);
  if (steps.length > 0) await sql`with ${sql.join(steps)} select`.execute(tx);
}

/**
 * Writes list rows, folder counts, states of messages, the journal and the quota in one statement. Where an older release has
 * changed mail since, the states stay behind until `followMessages` has looked, and a job looks after lists of labels.
 */
export async function writeMailboxState(
  tx: Tx,
  mailboxId: number,
  { seq, addedBytes, plan, entries, now }: MailboxUpdate,
): Promise<void> {
  const steps = [...listRowSteps(mailboxId, seq, plan, now), journalStep(mailboxId, seq, entries, now)];
  await sql`
    with ${sql.join(steps)}
    update mailbox_state set seq = ${seq}, used_bytes = used_bytes + ${addedBytes},
      stated_seq = case when stated_seq = seq then ${seq} else stated_seq end,
      labelled_seq = case when labelled_seq is not null then ${seq}::bigint end
    where mailbox_id = ${mailboxId}`.execute(tx);
}

/** What was compiled from the mailbox's rules is used no longer. */
export async function bumpRulesVersion(tx: Tx, mailboxId: number): Promise<void> {
  await sql`
    update mailbox_state set rules_version = rules_version + 1 where mailbox_id = ${mailboxId}`.execute(tx);
}

export async function readSystemFolders(db: ReadDb, mailboxId: number): Promise<SystemFolderIds> {
  const rows = await db
    .selectFrom('folders')
    .select(['role', 'id'])
    .where('mailbox_id', '=', mailboxId)
    .where('role', 'is not', null)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.role, row.id])) as SystemFolderIds;
}

export async function readQuotaOf(
  db: ReadDb,
  mailboxId: number,
): Promise<{ quota_mb: number; used_bytes: number }> {
  return db
    .selectFrom('mailboxes')
    .innerJoin('mailbox_state', 'mailbox_state.mailbox_id', 'mailboxes.id')
    .select(['quota_mb', 'used_bytes'])
    .where('mailbox_state.mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
}

/** Notes that a mail program reads the mailbox's drafts; answers whether that is news, which it is once a day. */
export async function noteDraftsRead(tx: Tx, mailboxId: number, now: number): Promise<boolean> {
  const { rows } = await sql`
    update mailbox_state set drafts_read_at = ${now}
    where mailbox_id = ${mailboxId} and drafts_read_at <= ${now - DAY_SECONDS} returning 1`.execute(tx);
  return rows.length > 0;
}
