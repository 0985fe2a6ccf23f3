import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { EVENT_REASONS } from '../../platform/log-events.ts';
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

/** Of recipients: the busiest hour and the busiest day, or those of one day. */
export type Busy = { hour: number; day: number };

/**
 * How many recipients elsewhere the mailbox has reached in its busiest hour and on its busiest day of the last weeks,
 * before the last 24 hours, or on one that makes `enough` of them. What was only tried makes nothing usual, but no more
 * than that was reached: the days on which most was tried are looked at first, and as a rule one is enough.
 */
export async function readBusiest(db: ReadDb, mailboxId: number, now: number, enough: Busy): Promise<Busy> {
  const busiest: Busy = { hour: 0, day: 0 };
  for (const { daysAgo, ...tried } of await readTried(db, mailboxId, now)) {
    const says = (each: keyof Busy) => busiest[each] < Math.min(enough[each], tried[each]);
    if (!says('hour') && !says('day')) continue;
    const reached = await readReached(db, mailboxId, { now, daysAgo });
    busiest.hour = Math.max(busiest.hour, reached.hour);
    busiest.day = Math.max(busiest.day, reached.day);
  }
  return busiest;
}

/** By days before now, from an index alone. */
async function readTried(
  db: ReadDb,
  mailboxId: number,
  now: number,
): Promise<(Busy & { daysAgo: number })[]> {
  return readRows<Busy & { daysAgo: number }>(
    db,
    sql`
    select ago / 24 as "daysAgo", max(tried)::integer as hour, sum(tried)::integer as day from (
      select (${now}::bigint - counted_at) / ${HOUR} as ago, sum(recipient_count) as tried from outbox
      where mailbox_id = ${mailboxId} and counted_at > ${now - HABIT_DAYS * DAY} and counted_at <= ${now - DAY}
        and recipient_count > 0
      group by 1
    ) hours group by 1 order by 3 desc`,
  );
}

async function readReached(
  db: ReadDb,
  mailboxId: number,
  { now, daysAgo }: { now: number; daysAgo: number },
): Promise<Busy> {
  const end = now - daysAgo * DAY;
  const [found] = await readRows<Busy>(
    db,
    sql`
    select coalesce(max(reached), 0)::integer as hour, coalesce(sum(reached), 0)::integer as day from (
      select (${now}::bigint - o.counted_at) / ${HOUR} as ago, sum((
        select count(*) from outbox_recipients r
        where r.mailbox_id = ${mailboxId} and r.outbox_id = o.id and r.state = 'delivered' and r.destination <> 'local'
      )) as reached
      from outbox o
      where o.mailbox_id = ${mailboxId} and o.counted_at > ${end - DAY} and o.counted_at <= ${end} and o.recipient_count > 0
      group by 1
    ) hours`,
  );
  return found ?? { hour: 0, day: 0 };
}

export type Brake = { brake: (typeof EVENT_REASONS.sender_braked)[number]; count: number; limit: number };

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
