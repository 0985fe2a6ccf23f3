import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CalendarSubscriptionsTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { SealedPlace } from '../links/links.store.ts';

export type SubscriptionRow = Selectable<CalendarSubscriptionsTable>;

/** Of a calendar `c` or an object `o`, by its mailbox and the id of the calendar. */
export function isSubscribed(of: RawBuilder<unknown>, calendar: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from calendar_subscriptions u
    where u.mailbox_id = ${of}.mailbox_id and u.calendar_id = ${calendar} and u.removed_at is null)`;
}

export async function insertSubscription(
  tx: Tx,
  row: Pick<SubscriptionRow, 'mailbox_id' | 'calendar_id' | 'url_sealed' | 'host' | 'created_at' | 'next_at'>,
): Promise<void> {
  await tx.insertInto('calendar_subscriptions').values(row).execute();
}

/** The living ones of a mailbox, the oldest first. */
export function readSubscriptions(db: ReadDb, mailboxId: number): Promise<SubscriptionRow[]> {
  return readRows(
    db,
    sql<SubscriptionRow>`
    select * from calendar_subscriptions where mailbox_id = ${mailboxId} and removed_at is null
    order by created_at, calendar_id`,
  );
}

/** Removed ones too. */
export async function readSubscription(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await readRows(
    db,
    sql<SubscriptionRow>`
    select * from calendar_subscriptions where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid`,
  );
  return row;
}

/** Whether one of these calendars is read from an address. */
export async function hasSubscribed(db: ReadDb, mailboxId: number, calendarIds: string[]): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from calendar_subscriptions
    where mailbox_id = ${mailboxId} and calendar_id = any(${calendarIds}::uuid[]) and removed_at is null limit 1`,
  );
  return rows.length > 0;
}

export async function updateSubscription(
  tx: Tx,
  mailboxId: number,
  calendarId: string,
  to: Partial<Omit<SubscriptionRow, 'mailbox_id' | 'calendar_id'>>,
): Promise<void> {
  await tx
    .updateTable('calendar_subscriptions')
    .set(to)
    .where('mailbox_id', '=', mailboxId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

/** False where it was asked for since then; else nobody else asks for it meanwhile. */
export async function claimTry(
  tx: Tx,
  mailboxId: number,
  calendarId: string,
  { now, since }: { now: number; since: number },
): Promise<boolean> {
  const { rows } = await sql`
    update calendar_subscriptions set tried_at = ${now}
    where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and removed_at is null
      and greatest(tried_at, read_at, 0) <= ${since}
    returning calendar_id`.execute(tx);
  return rows.length > 0;
}

export type DueSubscription = Pick<SubscriptionRow, 'mailbox_id' | 'calendar_id' | 'host'>;

/** Those that are to be read, of all mailboxes; they are due again after a while, whatever becomes of this time. */
export async function takeDue(
  tx: Tx,
  { now, againAt, limit }: { now: number; againAt: number; limit: number },
): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    update calendar_subscriptions t set next_at = ${againAt}
    from (
      select mailbox_id, calendar_id from calendar_subscriptions where removed_at is null and next_at <= ${now}
      order by next_at limit ${limit} for update skip locked
    ) due
    where t.mailbox_id = due.mailbox_id and t.calendar_id = due.calendar_id
    returning t.mailbox_id, t.calendar_id, t.host`.execute(tx);
  return rows;
}

/** How many can't be read now, by the reason. */
export function countFaults(db: ReadDb): Promise<{ fault: string; count: number }[]> {
  return readRows(
    db,
    sql<{ fault: string; count: number }>`
    select fault, count(*)::integer as count from calendar_subscriptions
    where fault is not null and removed_at is null group by fault`,
  );
}

/** Forgets those that were removed before a moment, of all mailboxes. */
export async function deleteRemoved(tx: Tx, before: number): Promise<void> {
  await sql`delete from calendar_subscriptions where removed_at < ${before}`.execute(tx);
}

export type KnownEvent = { id: string; uid: string; etag: string };

/** What a calendar has now. */
export function readKnownEvents(db: ReadDb, mailboxId: number, calendarId: string): Promise<KnownEvent[]> {
  return readRows(
    db,
    sql<KnownEvent>`
    select id, uid, etag from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and trashed_at is null`,
  );
}

/** Of all mailboxes, in the order of their keys. */
export function readSealedAddresses(
  db: ReadDb,
  { mailbox_id, id }: SealedPlace,
  limit: number,
): Promise<(SealedPlace & { sealed: Buffer })[]> {
  return readRows(
    db,
    sql<SealedPlace & { sealed: Buffer }>`
    select mailbox_id, calendar_id as id, url_sealed as sealed from calendar_subscriptions
    where (mailbox_id, calendar_id) > (${mailbox_id}, ${id}::uuid)
    order by mailbox_id, calendar_id limit ${limit}`,
  );
}

export async function writeSealedAddress(
  tx: Tx,
  { mailbox_id, id }: SealedPlace,
  url_sealed: Buffer,
): Promise<void> {
  await updateSubscription(tx, mailbox_id, id, { url_sealed });
}
