import type { DefaultReminders } from '@bocau/contract/calendar.ts';
import { type Selectable, sql } from 'kysely';
import type { CalendarsTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type CalendarRow = Pick<
  Selectable<CalendarsTable>,
  'id' | 'name' | 'color' | 'is_default' | 'reminders' | 'seq'
>;

/** The calendars of a mailbox, the one of new events first. */
export function readCalendars(db: ReadDb, mailboxId: number): Promise<CalendarRow[]> {
  return readRows(
    db,
    sql<CalendarRow>`
    select id, name, color, is_default, reminders, seq from calendars
    where mailbox_id = ${mailboxId} order by is_default desc, name_key, id`,
  );
}

export type NewCalendar = Pick<
  CalendarsTable,
  'id' | 'name' | 'name_key' | 'color' | 'seq' | 'created_at'
> & {
  reminders: DefaultReminders;
};

/** False where a calendar of this name, or with this id, is there. */
export async function insertCalendar(tx: Tx, mailboxId: number, calendar: NewCalendar): Promise<boolean> {
  const { id, name, name_key, color, reminders, seq, created_at } = calendar;
  const { rows } = await sql`
    insert into calendars (mailbox_id, id, name, name_key, color, reminders, seq, created_at)
    values (${mailboxId}, ${id}::uuid, ${name}, ${name_key}, ${color}, ${JSON.stringify(reminders)}::jsonb, ${seq},
      ${created_at})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export async function hasCalendarNamed(db: ReadDb, mailboxId: number, nameKey: string, not: string) {
  const rows = await readRows(
    db,
    sql`select id from calendars
      where mailbox_id = ${mailboxId} and name_key = ${nameKey} and id <> ${not}::uuid`,
  );
  return rows.length > 0;
}

export async function updateCalendar(
  tx: Tx,
  mailboxId: number,
  { id, reminders, ...columns }: Omit<NewCalendar, 'created_at'>,
): Promise<void> {
  await tx
    .updateTable('calendars')
    .set({ ...columns, reminders: JSON.stringify(reminders) })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

/** Gives calendars the number of a change of their objects. */
export async function touchCalendars(tx: Tx, mailboxId: number, ids: string[], seq: number): Promise<void> {
  await tx
    .updateTable('calendars')
    .set({ seq })
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .execute();
}

export async function removeCalendar(tx: Tx, mailboxId: number, id: string): Promise<void> {
  await sql`
    with removed as (
      delete from calendar_removed where mailbox_id = ${mailboxId} and calendar_id = ${id}::uuid
    )
    delete from calendars where mailbox_id = ${mailboxId} and id = ${id}::uuid`.execute(tx);
}
