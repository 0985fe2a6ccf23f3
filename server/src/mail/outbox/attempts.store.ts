import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, RecipientState, Tx } from '../../tables.ts';
import { lockOutbox } from './outbox.store.ts';
import type { RecipientChange } from './outbox-recipients.store.ts';
import type { OutboxKey } from './sending-tasks.ts';

/** A lease on one recipient: whoever tries again takes the next number, and the lease before it has expired. */
export type Try = {
  address: string;
  email: string;
  attempts: number;
  first_tried_at: number;
  /** How often all of the message was transmitted before, without an answer. */
  unanswered: number;
};

type Place = OutboxKey & { destination: string };

export const UNHEARD = 'The program stopped before it heard the answer';

/**
 * What lies in no folder and can't be sent again by hand is transmitted again after a hand-over without an answer: its
 * Message-ID is the same, and a second copy does less harm than none. So is what tells of a meeting, as its text says
 * which version it is. Not an automatic reply, which nobody misses.
 */
const REPEATED = sql`(o.kind in ('forward', 'notice') or o.is_repeated)`;
/** A server that always takes a message without a word gets so many copies. */
const MOST_UNANSWERED = 4;

/** Whom a process was transmitting to when it died. */
export type Interrupted = Pick<Try, 'address' | 'email' | 'attempts'> & { state: 'waiting' | 'unclear' };

/**
 * Recipients to whom a process was transmitting when it died: whether they have the message is unknown. What is repeated
 * is due again.
 */
export async function settleInterrupted(tx: Tx, place: Place, now: number): Promise<Interrupted[]> {
  const { rows } = await sql<Interrupted>`
    update outbox_recipients r set at = ${now}, reply = ${UNHEARD}, code = null, unanswered = r.unanswered + 1,
      state = case when ${REPEATED} and r.unanswered + 1 < ${MOST_UNANSWERED} then 'waiting' else 'unclear' end
    from outbox o
    where r.mailbox_id = ${place.mailboxId} and r.outbox_id = ${place.outboxId}
      and r.destination = ${place.destination} and r.state = 'handing_over'
      and o.mailbox_id = ${place.mailboxId} and o.id = ${place.outboxId}
    returning r.address, r.email, r.attempts, r.state`.execute(tx);
  return rows;
}

/** Whether a message is transmitted again after an attempt that was not answered. */
export function isRepeated({ isRepeated }: Pick<Source, 'isRepeated'>, { unanswered }: Try): boolean {
  return isRepeated && unanswered + 1 < MOST_UNANSWERED;
}

/** Leases the recipients that are due, and those of a process that died before it transmitted anything. */
export async function leaseAttempts(tx: Tx, place: Place, now: number): Promise<Try[]> {
  return lease(tx, place, now, DUE(now));
}

/** The same for one of them, who gets a copy of their own; the one of a process that died comes first. */
export async function leaseOneAttempt(tx: Tx, place: Place, now: number): Promise<Try[]> {
  return lease(
    tx,
    place,
    now,
    sql`address = (
      select address from outbox_recipients where ${inPlace(place)} and ${DUE(now)}
      order by state = 'trying' desc, address limit 1)`,
  );
}

const DUE = (now: number) => sql`(state = 'trying' or state = 'waiting' and coalesce(next_at, 0) <= ${now})`;

async function lease(tx: Tx, place: Place, now: number, which: RawBuilder<unknown>): Promise<Try[]> {
  const { rows } = await sql<Try>`
    update outbox_recipients
    set state = 'trying', attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, ${now}), next_at = null
    where ${inPlace(place)} and ${which}
    returning address, email, attempts, first_tried_at, unanswered`.execute(tx);
  return rows;
}

/** A recipient whose delivery was deferred, or given up; `told` where it was deferred for the same reason before. */
export type Deferred = {
  address: string;
  email: string;
  attempts: number;
  state: 'waiting' | 'failed';
  told: boolean;
};

/**
 * Defers the recipients that are due, without an attempt, while the circuit of their server is open; those that have
 * waited for too long fail. A process that holds a lease on one of them loses it.
 */
export async function deferAttempts(
  tx: Tx,
  place: Place,
  { now, until, givenUpBefore, reply }: { now: number; until: number; givenUpBefore: number; reply: string },
): Promise<Deferred[]> {
  const late = sql`first_tried_at <= ${givenUpBefore}`;
  const { rows } = await sql<Deferred>`
    with due as (
      select address, coalesce(reply = ${reply}, false) as told from outbox_recipients
      where ${inPlace(place)} and (state = 'trying' or state = 'waiting' and coalesce(next_at, 0) <= ${now})
      for update
    )
    update outbox_recipients r
    set state = case when ${late} then 'failed' else 'waiting' end, next_at = case when ${late} then null else ${until}::bigint end,
      first_tried_at = coalesce(first_tried_at, ${now}), reply = ${reply}, code = null, at = ${now}
    from due where ${inPlace(place)} and r.address = due.address
    returning r.address, r.email, r.attempts, r.state, due.told`.execute(tx);
  return rows;
}

/** From here on a crash leaves the outcome unclear. False when one of the leases has expired meanwhile. */
export async function beginTransmission(tx: Tx, place: Place, tries: Try[]): Promise<boolean> {
  const { rows } = await sql`
    update outbox_recipients r set state = 'handing_over' from ${given(tries)}
    where ${inPlace(place)} and r.address = t.address and r.attempts = t.attempts and r.state = 'trying'
    returning r.address`.execute(tx);
  if (rows.length === tries.length) return true;
  // All are taken back: a message goes to all of these or to none.
  await sql`
    update outbox_recipients r set state = 'trying' from ${given(tries)}
    where ${inPlace(place)} and r.address = t.address and r.attempts = t.attempts and r.state = 'handing_over'
    `.execute(tx);
  return false;
}

/** `reply`: what is said of it where an administrator can do something about it, in place of an earlier answer. */
type Back = { now: number; until: number; givenUpBefore: number; reply: string | null };

/**
 * Undoes the attempt, unless its lease has expired; who has waited for too long has failed without a reply, and is
 * answered.
 */
export async function giveBackLease(
  tx: Tx,
  place: Place,
  tries: Try[],
  { now, until, givenUpBefore, reply }: Back,
): Promise<Try[]> {
  const late = sql`r.first_tried_at <= ${givenUpBefore}`;
  const { rows } = await sql<Try & { state: RecipientState }>`
    update outbox_recipients r set attempts = r.attempts - 1,
      state = case when ${late} then 'failed' else 'waiting' end, at = case when ${late} then ${now}::bigint else r.at end,
      next_at = case when ${late} then null else ${until}::bigint end, reply = coalesce(${reply}, r.reply),
      code = case when ${reply}::text is null then r.code end
    from ${given(tries)}
    where ${inPlace(place)} and r.address = t.address and r.attempts = t.attempts
      and r.state in ('trying', 'handing_over')
    returning r.address, r.email, r.attempts, r.first_tried_at, r.unanswered, r.state`.execute(tx);
  return rows.filter(({ state }) => state === 'failed');
}

/**
 * Records the outcome of an attempt, unless its lease has expired, and answers what it is. Where the message has ended
 * meanwhile, as one of which nobody would hear, nothing tries again: then who was put off has failed.
 */
export async function recordAttempt(
  tx: Tx,
  outgoing: OutboxKey,
  { address, attempts }: Try,
  to: RecipientChange,
): Promise<RecipientState | null> {
  const isOver = to.state === 'waiting' && (await lockOutbox(tx, outgoing))?.state !== 'sending';
  const recorded = await tx
    .updateTable('outbox_recipients')
    .set(isOver ? { ...to, state: 'failed', next_at: null } : to)
    .where('mailbox_id', '=', outgoing.mailboxId)
    .where('outbox_id', '=', outgoing.outboxId)
    .where('address', '=', address)
    .where('attempts', '=', attempts)
    // What was thought to be unclear is not when the answer is known after all.
    .where('state', 'in', ['trying', 'handing_over', 'unclear'])
    .returning('state')
    .executeTakeFirst();
  return recorded?.state ?? null;
}

/**
 * Where an attempt is under way. It can not be recorded before this transaction has ended, and looks only then for who
 * is due next: what becomes due meanwhile needs no job, which would take its lease.
 */
export async function lockUnderWay(tx: Tx, { mailboxId, outboxId }: OutboxKey): Promise<string[]> {
  const { rows } = await sql<{ destination: string }>`
    select destination from outbox_recipients
    where mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and state in ('trying', 'handing_over')
    for share`.execute(tx);
  return rows.map(({ destination }) => destination);
}

/** When the next recipient of this place is to be tried; null where none waits, or the message has ended. */
export async function nextTryAt(db: ReadDb, place: Place): Promise<number | null> {
  const rows = await readRows(
    db,
    sql<{ at: number | null }>`
    select min(coalesce(next_at, 0)) as at from outbox_recipients
    where ${inPlace(place)} and state = 'waiting' and exists (
      select from outbox o where o.mailbox_id = ${place.mailboxId} and o.id = ${place.outboxId} and o.state = 'sending'
    )`,
  );
  return rows[0]?.at ?? null;
}

function inPlace({ mailboxId, outboxId, destination }: Place) {
  return sql`mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and destination = ${destination}`;
}

function given(tries: Try[]) {
  return sql`unnest(${tries.map((one) => one.address)}::text[], ${tries.map((one) => one.attempts)}::integer[])
    as t(address, attempts)`;
}

/** `author`: who signs for it, also where it leaves in nobody's name, so that no report of a failure comes back. */
export type Source = {
  blob: string;
  sender: string;
  author: string;
  message_id: string | null;
  /** Whether it is mail that the sending limits count: notices, forwarded mail and automatic replies are not. */
  counts: boolean;
  /** Whether it is transmitted again where nobody knows whether it arrived. */
  isRepeated: boolean;
  /** In hex. Marks what is handed over, so that reports can be told from forged ones. */
  markKey: string;
};

/** What is to be handed over, and in whose name; undefined once the message has ended. */
export async function readSource(
  db: ReadDb,
  { mailboxId, outboxId }: OutboxKey,
): Promise<Source | undefined> {
  const rows = await readRows(
    db,
    sql<Source>`
    select encode(o.blob, 'hex') as blob, o.sender, o.recipient_count > 0 and o.kind <> 'notice' as counts,
      ${REPEATED} as "isRepeated", (select encode(key, 'hex') from signing_keys where name = 'forwarding') as "markKey",
      coalesce(nullif(o.sender, ''), o.author, m.sender->>'email', '') as author, m.message_id_header as message_id
    from outbox o left join messages m on m.mailbox_id = o.mailbox_id and m.id = o.message_id
    where o.mailbox_id = ${mailboxId} and o.id = ${outboxId} and o.state = 'sending' and o.blob is not null`,
  );
  return rows[0];
}
