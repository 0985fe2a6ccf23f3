import type { TraceEvent } from '@bocau/contract/admin-mail.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

const DAY = 24 * 3600;
/** A partition per day; one more than are kept, so that the next day's is always empty. */
const SLOTS = 32;
const LONGEST_SAID = 500;
const LONGEST_ID = 250;

/** The form of a Message-ID in the trace. */
export function tracedId(messageId: string): string {
  return messageId.replaceAll('\0', '').slice(0, LONGEST_ID);
}

export function slotOf(at: number): number {
  return Math.floor(at / DAY) % SLOTS;
}

export type TraceRow = Omit<Tables['mail_trace'], 'slot'>;

export type NewTraceRow = Pick<TraceRow, 'at' | 'event'> & Partial<TraceRow>;

/** Foreign text may contain NUL, which PostgreSQL rejects: everything written with it would be lost. */
function text(given: string | null | undefined, most: number): string | null {
  return given?.replaceAll('\0', '').slice(0, most) ?? null;
}

export async function insertTrace(tx: Tx, rows: NewTraceRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    slot: slotOf(row.at),
    at: row.at,
    event: row.event,
    message_id: row.message_id ? tracedId(row.message_id) : null,
    sender: text(row.sender, LONGEST_ID),
    recipient: text(row.recipient, LONGEST_ID),
    client: row.client ?? null,
    ref: row.ref ?? null,
    folder: row.folder ?? null,
    rule: row.rule ?? null,
    verdict: text(row.verdict, LONGEST_SAID),
    code: row.code ?? null,
    said: text(row.said, LONGEST_SAID),
  }));
  await tx.insertInto('mail_trace').values(values).execute();
}

/** `recipient` in normalized form; null when it concerns all of them. */
export type OutgoingEvent = {
  event: TraceEvent;
  recipient: string | null;
  code?: number | null;
  said?: string | null;
};

/** An event of an outgoing message; its sender is read from its row of `outbox`. */
export async function traceOutgoing(
  tx: Tx,
  { mailboxId, outboxId }: { mailboxId: number; outboxId: string },
  events: OutgoingEvent[],
  at: number,
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into mail_trace (slot, at, event, message_id, sender, recipient, ref, code, said)
    select ${slotOf(at)}, ${at}, e.event, left(m.message_id_header, ${LONGEST_ID}), lower(o.sender), e.recipient, o.id,
      e.code, coalesce(e.said, case when e.event = 'accepted' then o.kind end)
    from unnest(${events.map(({ event }) => event)}::text[], ${events.map(({ recipient }) => recipient)}::text[],
        ${events.map(({ code }) => code ?? null)}::integer[],
        ${events.map(({ said }) => said?.slice(0, LONGEST_SAID) ?? null)}::text[]) as e(event, recipient, code, said)
      join outbox o on o.mailbox_id = ${mailboxId} and o.id = ${outboxId}
      left join messages m on m.mailbox_id = ${mailboxId} and m.id = o.message_id`.execute(tx);
}

export type TraceFilter = {
  messageId?: string | undefined;
  /** In normalized form. */
  sender?: string | undefined;
  recipient?: string | undefined;
  from: number;
  /** Exclusive; `from` is inclusive. */
  to: number;
  /** Within the second before `to`, only what was written before this row. */
  place?: string | undefined;
};

/** `place`: the row's physical position (ctid); rows are only added, so it is stable. */
export type PlacedRow = TraceRow & { place: string };

/** Latest first; within one second, the last written first. */
export async function readTrace(db: ReadDb, filter: TraceFilter, limit: number): Promise<PlacedRow[]> {
  const { place, to } = filter;
  return readRows<PlacedRow>(
    db,
    sql`
    select at, event, message_id, sender, recipient, client, ref, folder, rule, verdict, code, said, ctid::text as place
    from mail_trace where ${within(filter)}
      ${equal('message_id', filter.messageId)} ${equal('sender', filter.sender)} ${equal('recipient', filter.recipient)}
      ${place === undefined ? sql`` : sql`and (at < ${to - 1} or ctid < ${place}::tid)`}
    order by at desc, ctid desc limit ${limit}`,
  );
}

/** Copies of a message to a group with one event; `said` is the reason, where there is one. */
export type TracedCopies = { event: TraceEvent; said: string | null; count: number };

/**
 * What became of the copies that were brought to people, each person once however often a run was repeated: what is
 * repeated for all that the trace knows reached them on another way before.
 */
export async function countCopies(
  db: ReadDb,
  { client, messageId, from, to }: { client: string; messageId: string | null; from: number; to: number },
): Promise<TracedCopies[]> {
  return readRows<TracedCopies>(
    db,
    sql`
    select event, said, count(*)::int as count from (
      select distinct on (recipient) recipient, event, case when event <> 'received' then said end as said
      from mail_trace
      where ${within({ from, to })} and client = ${client}
        and ${messageId === null ? sql`message_id is null` : sql`message_id = ${tracedId(messageId)}`}
      order by recipient, event = 'repeated', at desc
    ) of_each group by event, said order by count desc, event, said`,
  );
}

function within({ from, to }: Pick<TraceFilter, 'from' | 'to'>): RawBuilder<unknown> {
  const days = Math.min(SLOTS, Math.floor((to - 1) / DAY) - Math.floor(from / DAY) + 1);
  const slots = Array.from({ length: Math.max(0, days) }, (_, day) => slotOf(from + day * DAY));
  return sql`slot = any(${slots}::integer[]) and at >= ${from} and at < ${to}`;
}

function equal(
  column: 'message_id' | 'sender' | 'recipient',
  value: string | undefined,
): RawBuilder<unknown> {
  return value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`;
}

/** Empties the days before then: whole partitions at once, or the remains of one day in another's. */
export async function pruneTrace(tx: Tx, before: number, slot: number): Promise<void> {
  const [found] = (
    await sql<{ oldest: number | null; latest: number | null }>`
    select min(at) as oldest, max(at) as latest from mail_trace where slot = ${slot}`.execute(tx)
  ).rows;
  if (!found || found.oldest === null || found.oldest >= before) return;
  if ((found.latest ?? 0) >= before) {
    await sql`delete from mail_trace where slot = ${slot} and at < ${before}`.execute(tx);
    return;
  }
  await sql`set local lock_timeout = '2s'`.execute(tx);
  const partition = `mail_trace_${String(slot).padStart(2, '0')}`;
  await sql`truncate ${sql.table(partition)}`.execute(tx);
  // As the migration does; otherwise each row is written to the summaries of the first pages.
  await sql`
    select brin_desummarize_range(indexrelid::regclass, 0) from pg_index
    where indrelid = ${partition}::regclass`.execute(tx);
}

export const TRACE_SLOTS = Array.from({ length: SLOTS }, (_, slot) => slot);
