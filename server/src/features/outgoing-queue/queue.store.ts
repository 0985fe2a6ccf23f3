import type { QueueReason } from '@bocau/contract/admin-mail.ts';
import { UNSIGNED_REPLY } from '@bocau/contract/unsigned-mail.ts';
import { type RawBuilder, sql } from 'kysely';
import type { OutboxRow } from '../../mail/outbox/outbox.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, RecipientState } from '../../tables.ts';

/** Filters recipients; absent fields match all. */
export type QueueFilter = {
  destination?: string | undefined;
  mailboxId?: number | undefined;
  outboxId?: string | undefined;
  /** In normalized form. */
  recipient?: string | undefined;
  /** Queued before this time. */
  before?: number | undefined;
  reason?: QueueReason | undefined;
  /** Excludes those held before this time. */
  heldFrom?: number | undefined;
};

/** The cursor of a page. */
export type QueuePlace = { queuedAt: number; outboxId: string; address: string };

export type QueuedRow = {
  mailbox_id: number;
  outbox_id: string;
  address: string;
  email: string;
  destination: string;
  state: Extract<RecipientState, 'waiting' | 'held' | 'trying' | 'handing_over'>;
  reason: QueueReason;
  queued_at: number;
  held_at: number | null;
  attempts: number;
  first_tried_at: number | null;
  next_at: number | null;
  code: number | null;
  reply: string | null;
  kind: OutboxRow['kind'];
  /** The envelope sender. */
  sender: string;
  /** The mailbox it is sent from. */
  mailbox: string;
  sender_held: boolean;
  sender_braked: boolean;
  destination_held: boolean;
};

const REASON = sql`case when r.state = 'held' then 'held' when r.state in ('trying', 'handing_over') then 'under_way'
  when r.first_tried_at is null then 'new' when r.code is null and r.reply ~ ${UNSIGNED_REPLY.source} then 'not_signed'
  when r.code is null then 'no_answer' else 'deferred' end`;

/**
 * Oldest first. For criteria without an index, such as the reason, a limited number of rows is scanned per
 * page: `walked` is the cursor for the next one, null at the end of the queue.
 */
export async function readQueue(
  db: ReadDb,
  filter: QueueFilter,
  { after, limit, walk }: { after: QueuePlace | null; limit: number; walk: number },
): Promise<{ rows: QueuedRow[]; walked: QueuePlace | null }> {
  const from = inIndex(filter, after);
  const [end] = await readRows<QueuePlace>(
    db,
    sql`
    select r.queued_at as "queuedAt", r.outbox_id as "outboxId", r.address from outbox_recipients r
    where ${from} order by r.queued_at, r.outbox_id, r.address offset ${walk - 1} limit 1`,
  );
  const rows = await readRows<QueuedRow>(
    db,
    sql`
    select r.mailbox_id, r.outbox_id, r.address, r.email, r.destination, r.state, ${REASON} as reason, r.queued_at,
      r.held_at, r.attempts, r.first_tried_at, r.next_at, r.code, r.reply, o.kind, o.sender, m.email as mailbox,
      m.sending_suspended_at is not null or not d.active
        or exists (select from held_senders h where h.mailbox_id = r.mailbox_id) as sender_held,
      exists (select from held_senders h where h.mailbox_id = r.mailbox_id and h.brake is not null) as sender_braked,
      exists (select from held_destinations h where h.destination = r.destination) as destination_held
    from outbox_recipients r
      join outbox o on o.mailbox_id = r.mailbox_id and o.id = r.outbox_id
      join mailboxes m on m.id = r.mailbox_id join domains d on d.id = m.domain_id
    where ${from} ${upTo(end)} ${besides(filter)}
    order by r.queued_at, r.outbox_id, r.address limit ${limit + 1}`,
  );
  if (rows.length <= limit) return { rows, walked: end ?? null };
  const page = rows.slice(0, limit);
  const last = page.at(-1) as QueuedRow;
  return {
    rows: page,
    walked: { queuedAt: last.queued_at, outboxId: last.outbox_id, address: last.address },
  };
}

/** A single index range. */
export function inIndex(
  { destination, mailboxId, outboxId, before, heldFrom }: QueueFilter,
  after: QueuePlace | null,
): RawBuilder<unknown> {
  return sql`r.queued_at is not null
    ${mailboxId === undefined ? sql`` : sql`and r.mailbox_id = ${mailboxId}`}
    ${outboxId === undefined ? sql`` : sql`and r.outbox_id = ${outboxId}`}
    ${destination === undefined ? sql`` : sql`and r.destination = ${destination}`}
    ${before === undefined ? sql`` : sql`and r.queued_at < ${before}`}
    ${heldFrom === undefined ? sql`` : sql`and (r.held_at is null or r.held_at >= ${heldFrom})`}
    ${after === null ? sql`` : sql`and (r.queued_at, r.outbox_id, r.address) > (${after.queuedAt}, ${after.outboxId}, ${after.address})`}`;
}

function upTo(end: QueuePlace | undefined): RawBuilder<unknown> {
  if (!end) return sql``;
  return sql`and (r.queued_at, r.outbox_id, r.address) <= (${end.queuedAt}, ${end.outboxId}, ${end.address})`;
}

function besides({ recipient, reason }: QueueFilter): RawBuilder<unknown> {
  return sql`
    ${recipient === undefined ? sql`` : sql`and r.address = ${recipient}`}
    ${reason === undefined ? sql`` : sql`and ${REASON} = ${reason}`}`;
}

export type DestinationTotal = {
  destination: string;
  recipients: number;
  held: number;
  oldest_at: number;
  next_at: number | null;
  held_as_a_whole: boolean;
};

/** The destinations with the most queued recipients. Scans the queue once, without finished rows. */
export async function readDestinationTotals(db: ReadDb, limit: number): Promise<DestinationTotal[]> {
  return readRows<DestinationTotal>(
    db,
    sql`
    select t.*, exists (select from held_destinations h where h.destination = t.destination) as held_as_a_whole
    from (
      select destination, count(*)::integer as recipients, count(held_at)::integer as held,
        min(queued_at) as oldest_at, min(next_at) as next_at
      from outbox_recipients where queued_at is not null
      group by destination order by 2 desc, 1 limit ${limit}
    ) t order by t.recipients desc, t.destination`,
  );
}

/** The mailbox of a normalized address. */
export async function findSender(db: ReadDb, address: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('addresses')
    .select('mailbox_id')
    .where('address', '=', address)
    .executeTakeFirst();
  return found?.mailbox_id;
}

export async function readAddress(db: ReadDb, mailboxId: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('mailboxes')
    .select('email')
    .where('id', '=', mailboxId)
    .executeTakeFirst();
  return found?.email;
}
