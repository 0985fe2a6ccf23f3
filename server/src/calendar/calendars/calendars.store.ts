import type { CalendarSubscription, DefaultReminders } from '@bocau/contract/calendar.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CalendarsTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { type CalendarRight, KEEPS_COMPANYS, sharedWith } from '../access/shared-calendars.store.ts';

export type CalendarRow = Pick<
  Selectable<CalendarsTable>,
  'mailbox_id' | 'id' | 'name' | 'color' | 'is_default' | 'reminders' | 'seq' | 'timezone'
> & {
  permission: CalendarRight;
  /** Empty for one's own. */
  owner_name: string;
  owner_email: string;
  /** Everybody of the domain reads it. */
  is_company: boolean;
  /** Where its events come from, which are changed by nothing else; null for a calendar that is kept here. */
  subscription: CalendarSubscription | null;
};

function isCompany(calendar: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from calendars_of_domains d
    join mailboxes m on m.id = d.mailbox_id and m.domain_id = d.domain_id and ${KEEPS_COMPANYS}
    where d.mailbox_id = ${calendar}.mailbox_id and d.calendar_id = ${calendar}.id)`;
}

const SUBSCRIPTION = sql`(
  select json_build_object('host', u.host, 'read_at', u.read_at, 'fault', u.fault) from calendar_subscriptions u
  where u.mailbox_id = c.mailbox_id and u.calendar_id = c.id and u.removed_at is null)`;

/** The calendars of a mailbox, the one of new events first. */
export function readCalendars(db: ReadDb, mailboxId: number): Promise<CalendarRow[]> {
  return readRows(
    db,
    sql<CalendarRow>`
    select mailbox_id, id, name, color, is_default, reminders, seq, timezone, 'OWNER' as permission, '' as owner_name, '' as owner_email,
      ${isCompany(sql`c`)} as is_company, ${SUBSCRIPTION} as subscription
    from calendars c where mailbox_id = ${mailboxId} order by is_default desc, name_key, id`,
  );
}

/** Those that people of their domain share with a person, in the colours that the person gave them. */
export function readSharedCalendars(db: ReadDb, person: number): Promise<CalendarRow[]> {
  return readRows(
    db,
    sql<CalendarRow>`
    select c.mailbox_id, c.id, c.name, coalesce(s.color, c.color) as color, false as is_default, c.reminders, c.seq,
      c.timezone, s.permission, s.owner_name, s.owner_email, ${isCompany(sql`c`)} as is_company, ${SUBSCRIPTION} as subscription
    from (${sharedWith(person)}) s
    join calendars c on c.mailbox_id = s.mailbox_id and c.id = s.calendar_id
    order by s.owner_name, s.owner_email, c.name_key, c.id`,
  );
}

/** Makes a calendar one that everybody of its owner's domain reads, or not any more. */
export async function writeCompany(
  tx: Tx,
  { mailboxId, id, now }: { mailboxId: number; id: string; now: number },
  isCompanys: boolean,
): Promise<void> {
  if (!isCompanys) {
    await tx
      .deleteFrom('calendars_of_domains')
      .where('mailbox_id', '=', mailboxId)
      .where('calendar_id', '=', id)
      .execute();
    return;
  }
  await sql`
    insert into calendars_of_domains (mailbox_id, calendar_id, domain_id, created_at)
    select m.id, ${id}::uuid, m.domain_id, ${now} from mailboxes m where m.id = ${mailboxId}
    on conflict (mailbox_id, calendar_id) do update set domain_id = excluded.domain_id`.execute(tx);
}

/** The colour that a person gives to a calendar which is shared with them. */
export async function updateSharedColor(
  tx: Tx,
  { mailbox_id, id }: Pick<CalendarRow, 'mailbox_id' | 'id'>,
  person: number,
  color: string,
): Promise<void> {
  await tx
    .updateTable('calendar_members')
    .set({ color })
    .where('mailbox_id', '=', mailbox_id)
    .where('calendar_id', '=', id)
    .where('with_mailbox_id', '=', person)
    .execute();
}

/** With whom calendars of a mailbox are shared that a change has touched. */
export async function readMembersTouched(db: ReadDb, mailboxId: number, seq: number): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ person: number }>`
    select distinct s.with_mailbox_id as person from calendar_members s
    join calendars c on c.mailbox_id = s.mailbox_id and c.id = s.calendar_id and c.seq = ${seq}
    where s.mailbox_id = ${mailboxId}`,
  );
  return rows.map(({ person }) => person);
}

export type NewCalendar = Pick<
  CalendarsTable,
  'id' | 'name' | 'name_key' | 'color' | 'seq' | 'created_at'
> & {
  reminders: DefaultReminders;
  timezone: string | null;
};

/** False where a calendar of this name, or with this id, is there. */
export async function insertCalendar(tx: Tx, mailboxId: number, calendar: NewCalendar): Promise<boolean> {
  const { id, name, name_key, color, reminders, timezone, seq, created_at } = calendar;
  const { rows } = await sql`
    insert into calendars (mailbox_id, id, name, name_key, color, reminders, timezone, seq, created_at)
    values (${mailboxId}, ${id}::uuid, ${name}, ${name_key}, ${color}, ${JSON.stringify(reminders)}::jsonb, ${timezone},
      ${seq}, ${created_at})
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
    ), members as (
      delete from calendar_members where mailbox_id = ${mailboxId} and calendar_id = ${id}::uuid
    ), links as (
      delete from calendar_links where mailbox_id = ${mailboxId} and calendar_id = ${id}::uuid
    ), company as (
      delete from calendars_of_domains where mailbox_id = ${mailboxId} and calendar_id = ${id}::uuid
    )
    delete from calendars where mailbox_id = ${mailboxId} and id = ${id}::uuid`.execute(tx);
}

export async function readPerson(
  db: ReadDb,
  id: number,
): Promise<{ name: string; email: string } | undefined> {
  const [person] = await readRows(
    db,
    sql<{ name: string; email: string }>`select name, email from mailboxes where id = ${id}`,
  );
  return person;
}
