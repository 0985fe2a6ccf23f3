import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { traceOutgoing } from '../trace/trace.store.ts';
import type { OutboxKey } from './sending-tasks.ts';

/** What the sender reads of a recipient whom an administrator removed. */
export const REMOVED = 'An administrator removed the message from the queue';

export type Hold = { at: number; actor: string; reason: string };

/**
 * Holds the recipients who are due, if the sender or the destination is held, or the sender or their domain is suspended;
 * answers whether it is so. A notice, such as the link for a new password, is not the sender's mail and leaves. What is
 * being transmitted goes on; nothing more is due here until a release. The rows that say so are locked: a release at
 * the same moment comes before this or after it, and so misses nobody, who would stay held for good.
 */
export async function holdDue(
  tx: Tx,
  { mailboxId, outboxId, destination }: OutboxKey & { destination: string },
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean; moved: string[]; said: string | null }>`
    with own as materialized (
      select from outbox where mailbox_id = ${mailboxId} and id = ${outboxId} and kind <> 'notice'
    ), sender as (
      select brake is not null as braked, actor, reason from held_senders
      where mailbox_id = ${mailboxId} and exists (select from own) for share
    ), whole as (
      select actor, reason from held_destinations where destination = ${destination} for share
    ), suspended as (
      select m.deleted_at is not null as deleted, not d.active as domain
      from mailboxes m join domains d on d.id = m.domain_id
      where m.id = ${mailboxId} and exists (select from own)
        and (m.sending_suspended_at is not null or m.deleted_at is not null or not d.active) for share
    ), hold as (
      select exists (select from sender) or exists (select from whole) or exists (select from suspended) as held,
        (select reason from sender where braked) as brake,
        coalesce(
          (select case when deleted then 'The sender was deleted' when domain then 'The domain of the sender is suspended'
            else 'The sender is suspended' end from suspended),
          (select case when braked then reason else ${byWhom('The sender')} end from sender),
          (select ${byWhom('The destination')} from whole)
        ) as said
    ), moved as (
      update outbox_recipients r set state = 'held', held_at = ${now}, next_at = null,
        code = case when hold.brake is null then r.code end, reply = coalesce(hold.brake, r.reply)
      from hold where hold.held and r.mailbox_id = ${mailboxId} and r.outbox_id = ${outboxId}
        and r.destination = ${destination} and r.state in ('waiting', 'trying')
      returning r.address
    )
    select held, said, array(select address from moved) as moved from hold`.execute(tx);
  const [found] = rows;
  const event = { event: 'held' as const, said: found?.said ?? null };
  const events = (found?.moved ?? []).map((recipient) => ({ ...event, recipient }));
  await traceOutgoing(tx, { mailboxId, outboxId }, events, now);
  return found?.held === true;
}

/** In the trace, which only administrators read. */
function byWhom(whole: string): RawBuilder<string> {
  return sql`concat_ws(': ', ${`${whole} is held by `}::text || actor, nullif(reason, ''))`;
}

/**
 * Puts the next recipients that were held while their sender was suspended back into the queue. Those that an
 * administrator held one by one stay held.
 */
export async function releaseHeldSince(
  tx: Tx,
  mailboxId: number,
  { since, until, now, limit }: { since: number; until: number; now: number; limit: number },
): Promise<{ outbox_id: string; address: string; destination: string }[]> {
  const { rows } = await sql<{ outbox_id: string; address: string; destination: string }>`
    with batch as materialized (
      select r.mailbox_id, r.outbox_id, r.address from outbox_recipients r
      where r.mailbox_id = ${mailboxId} and r.queued_at is not null and r.held_at between ${since} and ${until}
        and r.kept is not true
      order by r.queued_at, r.outbox_id, r.address limit ${limit}
    )
    update outbox_recipients r set state = 'waiting', next_at = ${now}, first_tried_at = null
    from batch b
    where r.mailbox_id = b.mailbox_id and r.outbox_id = b.outbox_id and r.address = b.address and r.state = 'held'
    returning r.outbox_id, r.address, r.destination`.execute(tx);
  return rows;
}

export async function holdSender(tx: Tx, mailboxId: number, hold: Hold): Promise<void> {
  await tx
    .insertInto('held_senders')
    .values({ mailbox_id: mailboxId, ...hold, brake: null })
    // Of what was held automatically an administrator makes their own.
    .onConflict((conflict) =>
      conflict
        .column('mailbox_id')
        .doUpdateSet({ ...hold, brake: null })
        .where('held_senders.brake', 'is not', null),
    )
    .execute();
}

export async function holdDestination(tx: Tx, destination: string, hold: Hold): Promise<void> {
  await tx
    .insertInto('held_destinations')
    .values({ destination, ...hold })
    .onConflict((conflict) => conflict.column('destination').doNothing())
    .execute();
}

/** Since when the mailbox is held automatically, which stays so until the transaction ends. */
export async function lockBrake(tx: Tx, mailboxId: number): Promise<number | undefined> {
  const found = await tx
    .selectFrom('held_senders')
    .select('at')
    .where('mailbox_id', '=', mailboxId)
    .where('brake', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return found?.at;
}

/** What was sent until now has been looked at, and brakes nobody again. */
export async function endHoldOfSender(tx: Tx, mailboxId: number, now: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('held_senders')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await tx.updateTable('mailboxes').set({ brake_from: now }).where('id', '=', mailboxId).execute();
}

export async function endHoldOfDestination(tx: Tx, destination: string): Promise<void> {
  await tx.deleteFrom('held_destinations').where('destination', '=', destination).execute();
}

type Braked = { brake: 'hour' | 'day' | 'refused' | null };
export type HeldSender = Hold & Braked & { mailbox_id: number; email: string };
export type HeldDestination = Hold & { destination: string };

/** What is held as a whole, the latest first. */
export async function readHeldSenders(db: ReadDb, limit: number): Promise<HeldSender[]> {
  return readRows<HeldSender>(
    db,
    sql`
    select h.mailbox_id, m.email, h.at, h.actor, h.reason, h.brake
    from held_senders h join mailboxes m on m.id = h.mailbox_id
    order by h.at desc, h.mailbox_id limit ${limit}`,
  );
}

export async function readHeldDestinations(db: ReadDb, limit: number): Promise<HeldDestination[]> {
  return readRows<HeldDestination>(
    db,
    sql`select destination, at, actor, reason from held_destinations order by at desc, destination limit ${limit}`,
  );
}
