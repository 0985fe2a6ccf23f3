import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** So far back it is looked what is usual. */
const HABIT_DAYS = 35;

export type Pace = {
  isBraked: boolean;
  /** Given for the person or the domain; null: what the installation has. */
  perHour: number | null;
  perDay: number | null;
  /** What was sent before counts no more. */
  since: number;
  /** Recipients, here and elsewhere, as the sending limits count them. */
  hour: number;
  day: number;
};

/** How much a mailbox has sent lately, and how much it may; undefined where nobody is to be stopped. */
export async function readPace(db: ReadDb, mailboxId: number, now: number): Promise<Pace | undefined> {
  const [found] = await readRows<Pace>(
    db,
    sql`
    select exists (select from held_senders h where h.mailbox_id = m.id) as "isBraked",
      coalesce(m.brake_per_hour, d.brake_per_hour) as "perHour", coalesce(m.brake_per_day, d.brake_per_day) as "perDay",
      m.brake_from as since, s.hour, s.day
    from mailboxes m join domains d on d.id = m.domain_id, lateral (
      select coalesce(sum(recipient_count) filter (where counted_at > ${now - HOUR}), 0)::integer as hour,
        coalesce(sum(recipient_count), 0)::integer as day
      from outbox where mailbox_id = ${mailboxId} and counted_at > greatest(m.brake_from, ${now - DAY}) and state <> 'cancelled'
        and recipient_count > 0
    ) s
    where m.id = ${mailboxId} and m.brake`,
  );
  return found;
}

export type Elsewhere = { hour: number; day: number; refused: number; settled: number };

/**
 * How another server says that there is no such address: by the enhanced code, or without one by the plain code. What
 * was refused for another reason, such as its size, or by this server, tells nothing of the list of recipients.
 */
const UNKNOWN_ADDRESS = /^(5[0-9]{2}[ -]5[.]1[.]([01236]|10)(?![0-9])|55[013](?![ -][0-9][.][0-9]))/.source;

/** The same of recipients elsewhere alone, and how many of them are unknown to their servers. */
export async function readElsewhere(
  db: ReadDb,
  mailboxId: number,
  { since, now }: { since: number; now: number },
): Promise<Elsewhere> {
  const [found] = await readRows<Elsewhere>(
    db,
    sql`
    select count(*) filter (where o.counted_at > ${now - HOUR})::integer as hour, count(*)::integer as day,
      count(*) filter (where r.state = 'failed' and r.reply ~ ${UNKNOWN_ADDRESS})::integer as refused,
      count(*) filter (where r.state in ('delivered', 'failed'))::integer as settled
    from outbox o join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
    where o.mailbox_id = ${mailboxId} and o.counted_at > ${Math.max(since, now - DAY)} and o.state <> 'cancelled'
      and o.recipient_count > 0 and r.destination <> 'local'`,
  );
  return found ?? { hour: 0, day: 0, refused: 0, settled: 0 };
}

/**
 * How many recipients elsewhere the mailbox has reached in its busiest hour and on its busiest day of the last weeks,
 * before the last 24 hours. What was only tried makes nothing usual.
 */
export async function readBusiest(
  db: ReadDb,
  mailboxId: number,
  now: number,
): Promise<{ hour: number; day: number }> {
  const [found] = await readRows<{ hour: number; day: number }>(
    db,
    sql`
    select coalesce(max(hour), 0)::integer as hour, coalesce(max(day), 0)::integer as day from (
      select max(reached) as hour, sum(reached) as day from (
        select (${now}::bigint - o.counted_at) / ${HOUR} as ago, count(*) as reached
        from outbox o join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
        where o.mailbox_id = ${mailboxId} and o.counted_at > ${now - HABIT_DAYS * DAY} and o.counted_at <= ${now - DAY}
          and o.recipient_count > 0 and r.state = 'delivered' and r.destination <> 'local'
        group by 1
      ) hours group by ago / 24
    ) days`,
  );
  return found ?? { hour: 0, day: 0 };
}

export type Brake = { brake: 'hour' | 'day' | 'refused'; count: number; limit: number };

/** False where the sender is held already, by whomever. */
export async function insertBrake(
  tx: Tx,
  mailboxId: number,
  { brake, reason, at }: Pick<Brake, 'brake'> & { reason: string; at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('held_senders')
    .values({ mailbox_id: mailboxId, at, actor: '', reason, brake })
    .onConflict((conflict) => conflict.column('mailbox_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
