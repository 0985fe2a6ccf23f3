import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, RecipientState, Tx } from '../../tables.ts';
import type { OutboxKey } from './sending-tasks.ts';

export type RecipientRow = {
  /** As addresses are compared. */
  address: string;
  email: string;
  name: string;
  local_mailbox_id: number | null;
  destination: string;
  state: RecipientState;
  attempts: number;
  first_tried_at: number | null;
  next_at: number | null;
  code: number | null;
  reply: string | null;
};

export const LOCAL = 'local';

/** Nothing more is to be done for these by itself. */
export const SETTLED: RecipientState[] = ['delivered', 'failed', 'unclear', 'recalled'];

type Chosen = { destination?: string; states?: RecipientState[] };

export async function readRecipients(
  db: ReadDb,
  { mailboxId, outboxId }: OutboxKey,
  { destination, states }: Chosen = {},
): Promise<RecipientRow[]> {
  const rows = await readRows(
    db,
    sql<RecipientRow>`
    select address, email, name, local_mailbox_id, destination, state, attempts, first_tried_at, next_at, code, reply
    from outbox_recipients
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId}
      ${destination === undefined ? sql`` : sql`and destination = ${destination}`}
      ${states === undefined ? sql`` : sql`and state = any(${states}::text[])`}
    order by address`,
  );
  return rows;
}

export type RecipientChange = {
  state: RecipientState;
  attempts?: number;
  unanswered?: number;
  first_tried_at?: number | null;
  next_at?: number | null;
  code?: number | null;
  reply?: string | null;
  at?: number | null;
  local_mailbox_id?: number | null;
  local_message_id?: string | null;
  destination?: string;
  /** Since when it waits for a server elsewhere; the database ends that with the state. */
  queued_at?: number | null;
};

/** Changes those of the recipients that are in one of the given states, and answers which: others were first. */
export async function moveRecipients(
  tx: Tx,
  { mailboxId, outboxId }: OutboxKey,
  addresses: string[],
  from: RecipientState[],
  to: RecipientChange,
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await tx
    .updateTable('outbox_recipients')
    .set(to)
    .where('mailbox_id', '=', mailboxId)
    .where('outbox_id', '=', outboxId)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .where('state', 'in', from)
    .returning('address')
    .execute();
  return rows.map((row) => row.address);
}

/** Where one recipient's message goes: a mailbox here, another mail server, or nowhere. */
export type RoutedRecipient = {
  address: string;
  email: string;
  name: string;
  destination: string;
  localMailboxId: number | null;
  /** Why it goes nowhere. */
  refusal: { code: number; reply: string } | null;
};

export async function insertRecipients(
  tx: Tx,
  { mailboxId, outboxId }: OutboxKey,
  recipients: RoutedRecipient[],
  now: number,
): Promise<void> {
  if (recipients.length === 0) return;
  await tx
    .insertInto('outbox_recipients')
    .values(
      recipients.map(({ refusal, localMailboxId, ...recipient }) => ({
        ...recipient,
        mailbox_id: mailboxId,
        outbox_id: outboxId,
        local_mailbox_id: localMailboxId,
        state: refusal === null ? ('waiting' as const) : ('failed' as const),
        code: refusal?.code ?? null,
        reply: refusal?.reply ?? null,
        at: refusal === null ? null : now,
        queued_at: refusal === null && recipient.destination !== LOCAL ? now : null,
      })),
    )
    .execute();
}
