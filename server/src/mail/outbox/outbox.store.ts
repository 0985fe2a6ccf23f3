import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { OutboxState, ReadDb, Tx } from '../../tables.ts';
import type { OutboxKey } from './sending-tasks.ts';
import type { AsideMove } from './set-aside.store.ts';

export type OutboxRow = {
  id: string;
  message_id: string;
  kind: 'send' | 'schedule' | 'period' | 'forward' | 'notice' | 'reply';
  state: OutboxState;
  due_at: number;
  undo_until: number | null;
  /** The source of a message that is on its way, or of one of a mail merge that has missed somebody. */
  blob: string | null;
  /** Whom it is from on the envelope. */
  sender: string;
  /** What it moved of the conversation that it answers; null where it left that in its place. */
  set_aside: AsideMove[] | null;
  /** The mail merge that it belongs to. */
  merge_id: string | null;
};

const COLUMNS = sql`o.id, o.message_id, o.kind, o.state, o.due_at, o.undo_until, o.sender, o.set_aside, o.merge_id,
  encode(o.blob, 'hex') as blob`;

export async function readOutbox(
  db: ReadDb,
  { mailboxId, outboxId }: OutboxKey,
): Promise<OutboxRow | undefined> {
  const rows = await readRows(
    db,
    sql<OutboxRow>`
    select ${COLUMNS} from outbox o where o.mailbox_id = ${mailboxId} and o.id = ${outboxId}`,
  );
  return rows[0];
}

/** The same, in whose state nobody changes anything until the transaction ends. */
export async function lockOutbox(tx: Tx, { mailboxId, outboxId }: OutboxKey): Promise<OutboxRow | undefined> {
  const { rows } = await sql<OutboxRow>`
    select ${COLUMNS} from outbox o
    where o.mailbox_id = ${mailboxId} and o.id = ${outboxId} for no key update`.execute(tx);
  return rows[0];
}

/** The last time that the message was to be sent. */
export async function readLatest(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<OutboxRow | undefined> {
  if (!isId(messageId)) return undefined;
  const rows = await readRows(
    db,
    sql<OutboxRow>`
    select ${COLUMNS} from outbox o
    where o.mailbox_id = ${mailboxId} and o.message_id = ${messageId}
    order by o.created_at desc, o.id desc limit 1`,
  );
  return rows[0];
}

export type NewOutbox = Omit<OutboxRow, 'blob' | 'set_aside' | 'merge_id'> & {
  merge_id?: string;
  recipientCount: number;
  blob?: string;
  /** Who signs for what has no message of its own. */
  author?: string;
  /** The member of another's mailbox who has it sent. */
  person_id?: number | null;
  /** Of what has no message of its own: since when. */
  message_removed_at?: number;
  /** Transmitted again where nobody knows whether it arrived. */
  is_repeated?: boolean;
};

export async function insertOutbox(tx: Tx, mailboxId: number, row: NewOutbox, now: number): Promise<void> {
  const { recipientCount, blob, ...rest } = row;
  await tx
    .insertInto('outbox')
    .values({
      ...rest,
      mailbox_id: mailboxId,
      created_at: now,
      recipient_count: recipientCount,
      counted_at: now,
      blob: blob === undefined ? null : Buffer.from(blob, 'hex'),
    })
    .execute();
}

type OutboxChange = {
  state: OutboxState;
  due_at?: number;
  /** When its recipients count: as it begins to leave. */
  counted_at?: number;
  finished_at?: number | null;
  error?: string | null;
  blob?: string | null;
};

/** False where it was in none of the given states any more: somebody else was first. */
export async function moveOutbox(
  tx: Tx,
  { mailboxId, outboxId }: OutboxKey,
  from: OutboxState[],
  { blob, ...to }: OutboxChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ ...to, ...(blob === undefined ? {} : { blob: blob === null ? null : Buffer.from(blob, 'hex') }) })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', outboxId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of a message whose copy in Sent has another source. */
export async function releaseSource(tx: Tx, blob: string | null, now: number): Promise<void> {
  if (blob === null) return;
  await sql`${orphanBlobs(sql`select decode(${blob}, 'hex') as blob`, now)}`.execute(tx);
}

export type Counted = { at: number; count: number };

/** What was sent since then, oldest first, as the sending limits count it. */
export async function readCounted(db: ReadDb, mailboxId: number, since: number): Promise<Counted[]> {
  const rows = await readRows(
    db,
    sql<Counted>`
    select counted_at as at, recipient_count as count from outbox
    where mailbox_id = ${mailboxId} and counted_at > ${since} and state <> 'cancelled'
    order by counted_at`,
  );
  return rows;
}

const COUNTED_SECONDS = 24 * 3600;

/** Counts a message once more for some of its recipients, on top of what still counts of it. */
export async function countAgain(
  tx: Tx,
  { mailboxId, outboxId }: OutboxKey,
  count: number,
  now: number,
): Promise<void> {
  await sql`
    update outbox set counted_at = ${now}, recipient_count = ${count}::integer
      + case when counted_at > ${now - COUNTED_SECONDS} then recipient_count else 0 end
    where mailbox_id = ${mailboxId} and id = ${outboxId}`.execute(tx);
}

/** What is due and has not begun, such as while its sender was suspended. */
export async function readDueOf(db: ReadDb, mailboxId: number, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'held')
    .where('due_at', '<=', now)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of a domain, by id, those that have something in the outbox that has not ended. */
export async function readSendingMailboxes(
  db: ReadDb,
  domainId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await readRows<{ id: number }>(
    db,
    sql`
    select m.id from mailboxes m
    where m.domain_id = ${domainId} and m.id > ${after}
      and exists (select from outbox o where o.mailbox_id = m.id and o.state in ('held', 'sending'))
    order by m.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Sends that were due before then and have not ended. */
export async function readOverdue(
  db: ReadDb,
  before: number,
): Promise<(OutboxKey & { state: 'held' | 'sending' })[]> {
  const rows = await readRows(
    db,
    sql<OutboxKey & { state: 'held' | 'sending' }>`
    select mailbox_id as "mailboxId", id as "outboxId", state from outbox
    where state in ('held', 'sending') and due_at < ${before}`,
  );
  return rows;
}
