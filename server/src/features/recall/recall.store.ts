import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, RecipientState, Tx } from '../../tables.ts';

/** How a message to be recalled was sent, and whether its sender may recall it. */
export type SentMessage = {
  outbox_id: string;
  thread_id: string;
  /** When it was sent. */
  sent_at: number;
  recalled_at: number | null;
  recallable: boolean;
  enable_recall: boolean;
  recall_seconds: number | null;
};

/** Null for a message that was not sent from here; undefined when there is none. */
export async function readSentMessage(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<SentMessage | null | undefined> {
  if (!isId(messageId)) return undefined;
  const rows = await readRows(
    db,
    sql<SentMessage & { outbox_id: string | null }>`
    select o.id as outbox_id, m.thread_id, m.received_at as sent_at, o.recalled_at, b.enable_recall, d.recall_seconds,
      exists (select from outbox_recipients r
        join mailboxes there on there.id = r.local_mailbox_id and there.domain_id = b.domain_id
        where r.mailbox_id = o.mailbox_id and r.outbox_id = o.id and r.local_message_id is not null) as recallable
    from messages m
    join mailboxes b on b.id = m.mailbox_id
    join domains d on d.id = b.domain_id
    left join lateral (
      select * from outbox o where o.mailbox_id = m.mailbox_id and o.message_id = m.id and o.state <> 'cancelled'
      order by o.created_at desc, o.id desc limit 1) o on not m.draft
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}`,
  );
  const [row] = rows;
  return row && row.outbox_id === null ? null : row;
}

export async function markRecalled(tx: Tx, mailboxId: number, outboxId: string, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ recalled_at: now })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', outboxId)
    .execute();
}

/** The result of a recall for one recipient. */
export const OUTCOMES = [
  'removed',
  /** It had been opened. */
  'removed_read',
  /** It had been opened, and the domain's rule keeps opened mail. */
  'kept_read',
  'already_deleted',
  'outside',
  /** It had never reached them. */
  'not_delivered',
  /** It was still queued, and is not sent. */
  'stopped',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type RecalledRecipient = {
  address: string;
  email: string;
  name: string;
  state: RecipientState;
  local_mailbox_id: number | null;
  local_message_id: string | null;
  inside: boolean;
  outcome: Outcome | null;
};

export async function readRecalled(
  db: ReadDb,
  mailboxId: number,
  outboxId: string,
): Promise<RecalledRecipient[]> {
  const rows = await readRows(
    db,
    sql<RecalledRecipient>`
    select r.address, r.email, r.name, r.state, r.local_mailbox_id, r.local_message_id, r.recall as outcome,
      coalesce(there.domain_id = own.domain_id, false) as inside
    from outbox_recipients r
    join mailboxes own on own.id = r.mailbox_id
    left join mailboxes there on there.id = r.local_mailbox_id
    where r.mailbox_id = ${mailboxId} and r.outbox_id = ${outboxId}
    order by r.address`,
  );
  return rows;
}

/** Stores an outcome once; a waiting transmission is cancelled. */
export async function writeOutcome(
  tx: Tx,
  mailboxId: number,
  outboxId: string,
  address: string,
  { outcome, state, now }: { outcome: Outcome; state: RecipientState | null; now: number },
): Promise<void> {
  await sql`
    update outbox_recipients
    set recall = ${outcome}, state = coalesce(${state}, state),
      at = case when ${state}::text is null then at else ${now} end, next_at = null
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and address = ${address} and recall is null
    `.execute(tx);
}

/** Cancels a transmission that no process has begun. Returns whether it did. */
export async function stopWaiting(
  tx: Tx,
  mailboxId: number,
  outboxId: string,
  address: string,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    update outbox_recipients set recall = 'stopped', state = 'recalled', at = ${now}, next_at = null
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and address = ${address} and state in ('waiting', 'held')
    returning address`.execute(tx);
  return rows.length > 0;
}

/** The sender of the recall: the language and the address of the report. */
export async function readRecaller(
  db: ReadDb,
  mailboxId: number,
): Promise<{ email: string; name: string; domain: string; recall_read: boolean }> {
  const rows = await readRows(
    db,
    sql<{ email: string; name: string; domain: string; recall_read: boolean }>`
    select b.email, b.name, d.name as domain, d.recall_read
    from mailboxes b join domains d on d.id = b.domain_id where b.id = ${mailboxId}`,
  );
  const [row] = rows;
  if (!row) throw new Error(`mailbox ${mailboxId} does not exist`);
  return row;
}

export async function readSubject(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('subject')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row?.subject;
}
