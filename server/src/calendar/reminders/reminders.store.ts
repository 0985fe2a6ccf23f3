import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { type Selectable, sql } from 'kysely';
import type { CalendarOccurrencesTable, CalendarRemindersTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** By whose clock a person is reminded of what has no zone. */
export async function readZoneOf(db: ReadDb, mailboxId: number): Promise<string> {
  const [row] = await readRows(
    db,
    sql<{ zone: string }>`
    select value #>> '{}' as zone from settings where mailbox_id = ${mailboxId} and key = 'time_zone'`,
  );
  return row?.zone ?? DEFAULT_SETTINGS.time_zone;
}

/** Whether somebody may be reminded: not of a mailbox that is suspended or removed. */
export async function isReminded(db: ReadDb, mailboxId: number): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from mailboxes m join domains d on d.id = m.domain_id
    where m.id = ${mailboxId} and m.active and m.deleted_at is null and d.active`,
  );
  return rows.length > 0;
}

export type ReminderToWrite = Omit<Selectable<CalendarRemindersTable>, 'mailbox_id' | 'given_at'>;

/** When an object is to be derived again; null where it need not be. */
export type RefreshToWrite = { object_id: string; at: number | null };

/**
 * Replaces the reminders of objects. One that stays as it was keeps that it was given; what would have been due
 * before is not made up for. Returns those that were on screens and are no longer.
 */
export async function replaceReminders(
  tx: Tx,
  mailboxId: number,
  { reminders, refreshes, now }: { reminders: ReminderToWrite[]; refreshes: RefreshToWrite[]; now: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(reminders)}) as w(
        id uuid, object_id uuid, original text, action text, due_at bigint)
    ), objects as (
      select * from json_to_recordset(${JSON.stringify(refreshes)}) as g(object_id uuid, at bigint)
    ), fresh as (
      insert into calendar_reminders (mailbox_id, id, object_id, original, action, due_at)
      select ${mailboxId}, id, object_id, original, action, due_at from wanted where due_at >= ${now}
      on conflict (mailbox_id, id) do nothing
    ), gone as (
      delete from calendar_reminders r using objects b
      where r.mailbox_id = ${mailboxId} and r.object_id = b.object_id
        and not exists (select from wanted w where w.id = r.id)
      returning r.id, r.action, r.given_at
    ), refreshed as (
      insert into calendar_refreshes (mailbox_id, object_id, at)
      select ${mailboxId}, object_id, at from objects where at is not null
      on conflict (mailbox_id, object_id) do update set at = excluded.at
    ), settled as (
      delete from calendar_refreshes f using objects b
      where f.mailbox_id = ${mailboxId} and f.object_id = b.object_id and b.at is null
    )
    select id from gone where given_at is not null and action = 'screen'`.execute(tx);
  return rows.map(({ id }) => id);
}

export type DueReminder = { mailbox_id: number; id: string; due_at: number };

/** What is due behind a place, of all mailboxes. */
export function readDue(
  db: ReadDb,
  now: number,
  { after, limit }: { after: DueReminder | null; limit: number },
): Promise<DueReminder[]> {
  const rest = after
    ? sql`and (due_at, mailbox_id, id) > (${after.due_at}::bigint, ${after.mailbox_id}::bigint, ${after.id}::uuid)`
    : sql``;
  return readRows(
    db,
    sql<DueReminder>`
    select mailbox_id, id, due_at from calendar_reminders
    where given_at is null and due_at <= ${now} ${rest} order by due_at, mailbox_id, id limit ${limit}`,
  );
}

/** The seconds within a span in which something is due, of all mailboxes. */
export async function readDueSeconds(
  db: ReadDb,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ due_at: number }>`
    select distinct due_at from calendar_reminders
    where given_at is null and due_at > ${from} and due_at <= ${to}`,
  );
  return rows.map(({ due_at }) => due_at);
}

export type GivenReminder = Pick<Selectable<CalendarRemindersTable>, 'id' | 'action' | 'due_at'>;

/** Marks those of the ids as given that wait and are due; another process may have been faster. */
export async function markGiven(
  tx: Tx,
  mailboxId: number,
  ids: string[],
  now: number,
): Promise<GivenReminder[]> {
  const { rows } = await sql<GivenReminder>`
    update calendar_reminders set given_at = ${now}
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[]) and given_at is null and due_at <= ${now}
    returning id, action, due_at`.execute(tx);
  return rows;
}

export async function deleteReminders(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await tx
    .deleteFrom('calendar_reminders')
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .execute();
}

/** Those that were given so long ago that no screen shows them any more. */
export async function deleteGivenBefore(tx: Tx, mailboxId: number, before: number): Promise<void> {
  await tx
    .deleteFrom('calendar_reminders')
    .where('mailbox_id', '=', mailboxId)
    .where('given_at', '<', before)
    .execute();
}

export type ToldReminder = Pick<
  Selectable<CalendarRemindersTable>,
  'id' | 'object_id' | 'original' | 'due_at'
> & {
  given_at: number;
} & Pick<
    Selectable<CalendarOccurrencesTable>,
    'calendar_id' | 'title' | 'place' | 'kind' | 'at' | 'until' | 'is_private'
  > & { is_task: boolean };

const TOLD = sql`r.id, r.object_id, r.original, r.due_at, r.given_at, o.calendar_id, o.title, o.place, o.kind, o.at,
  o.until, o.is_private, o.is_task`;

/** What a reminder is of: one time that an event happens, or a task until it is due. */
const OF_WHAT = sql`
  cross join lateral (
    select c.calendar_id, c.title, c.place, c.kind, c.at, c.until, c.is_private, false as is_task
    from calendar_occurrences c
    where c.mailbox_id = r.mailbox_id and c.object_id = r.object_id and c.original = r.original
    union all
    select t.calendar_id, x.title, '', t.due_kind, t.due_at,
      t.due_at + case when t.due_kind = 'day' then 86400 else 0 end, t.is_private, true
    from calendar_tasks t join calendar_objects x on x.mailbox_id = t.mailbox_id and x.id = t.object_id
    where t.mailbox_id = r.mailbox_id and t.object_id = r.object_id and r.original = ''
      and t.done_at is null and t.due_at is not null and x.trashed_at is null
  ) o`;

/** What stands on the screens of a person: of each occurrence the last one, the newest first. */
export function readStanding(
  db: ReadDb,
  mailboxId: number,
  { givenAfter, endedAfter, limit }: { givenAfter: number; endedAfter: number; limit: number },
): Promise<ToldReminder[]> {
  return readRows(
    db,
    sql<ToldReminder>`
    select * from (
      select distinct on (r.object_id, r.original) ${TOLD}
      from calendar_reminders r ${OF_WHAT}
      where r.mailbox_id = ${mailboxId} and r.given_at > ${givenAfter} and r.action = 'screen'
        and (o.until > ${endedAfter} or r.given_at > ${endedAfter})
      order by r.object_id, r.original, r.due_at desc
    ) told order by due_at desc, id limit ${limit}`,
  );
}

/** One that was given and that nobody has seen. */
export async function readGiven(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<ToldReminder | undefined> {
  const [row] = await readRows(
    db,
    sql<ToldReminder>`
    select ${TOLD} from calendar_reminders r ${OF_WHAT}
    where r.mailbox_id = ${mailboxId} and r.id = ${id} and r.given_at is not null`,
  );
  return row;
}

/** Objects with reminders of which the moment depends on where the person is, in the order of their ids. */
export async function readFloating(
  db: ReadDb,
  mailboxId: number,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ object_id: string }>`
    select distinct r.object_id from calendar_reminders r ${OF_WHAT}
    where r.mailbox_id = ${mailboxId} and o.kind <> 'zoned' and (${after}::uuid is null or r.object_id > ${after}::uuid)
    order by r.object_id limit ${limit}`,
  );
  return rows.map(({ object_id }) => object_id);
}

/** Derives objects later that can't be derived now. */
export async function deferRefreshes(tx: Tx, mailboxId: number, ids: string[], at: number): Promise<void> {
  await tx
    .updateTable('calendar_refreshes')
    .set({ at })
    .where('mailbox_id', '=', mailboxId)
    .where('object_id', 'in', ids)
    .execute();
}

type ObjectKey = { mailbox_id: number; id: string };

/** Objects of which the windows have to move on, of all mailboxes. */
export function readRefreshes(db: ReadDb, now: number, limit: number): Promise<ObjectKey[]> {
  return readRows(
    db,
    sql<ObjectKey>`
    select mailbox_id, object_id as id from calendar_refreshes where at <= ${now} order by at limit ${limit}`,
  );
}

/** Objects that an earlier release has derived, of all mailboxes. */
export function readOutdated(db: ReadDb, version: number, limit: number): Promise<ObjectKey[]> {
  return readRows(
    db,
    sql<ObjectKey>`
    select mailbox_id, id from calendar_objects where derived_version < ${version}
    order by derived_version limit ${limit}`,
  );
}
