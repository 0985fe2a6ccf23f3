import { type Selectable, sql } from 'kysely';
import type {
  CalendarObjectsTable,
  CalendarOccurrencesTable,
  CalendarTasksTable,
} from '../../calendar-tables.ts';
import { countBytes, sumOfTexts } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { OBJECT_TABLES } from '../object-resources.ts';
import type { ObjectColumns } from '../objects/derive-object.ts';

/** An inconsistency of calendars: what it is, of which object or calendar, and by how much. */
export type CalendarFault = { fault: string; entity: string; detail: string };

const isOrphan = (mailboxId: number) => sql`not exists (
  select from calendar_objects o
  where o.mailbox_id = ${mailboxId} and o.id = p.object_id and o.trashed_at is null)`;

/** Counts the rows of one person's calendars; up to a limit per kind of fault. For checks, not for interactive use. */
export async function readCalendarFaults(
  db: ReadDb,
  mailboxId: number,
  limit: number,
): Promise<CalendarFault[]> {
  const own = sql`= ${mailboxId}`;
  return readRows(
    db,
    sql<CalendarFault>`
    select * from (
    (select 'objects' as fault, '' as entity, s.objects || ' instead of ' || n.objects as detail from calendar_state s,
      (select count(*)::int as objects from calendar_objects where mailbox_id ${own}) n
      where s.mailbox_id ${own} and s.objects <> n.objects)
    union all
    (select 'bytes of objects', '', s.bytes || ' instead of ' || n.bytes from calendar_state s,
      (${sumOfTexts(OBJECT_TABLES, mailboxId)}) n where s.mailbox_id ${own} and s.bytes <> n.bytes)
    union all
    (select 'object without a source', o.id::text, o.title from calendar_objects o
      where o.mailbox_id ${own}
        and not exists (select from calendar_sources s where s.mailbox_id ${own} and s.object_id = o.id) limit ${limit})
    union all
    (select 'objects in no calendar', o.calendar_id::text, count(*)::text from calendar_objects o
      where o.mailbox_id ${own}
        and not exists (select from calendars c where c.mailbox_id ${own} and c.id = o.calendar_id)
      group by o.calendar_id limit ${limit})
    union all
    (select 'occurrences without an object', p.object_id::text, count(*)::text from calendar_occurrences p
      where p.mailbox_id ${own} and ${isOrphan(mailboxId)} group by p.object_id limit ${limit})
    union all
    (select 'task without an object', p.object_id::text, '' from calendar_tasks p
      where p.mailbox_id ${own} and ${isOrphan(mailboxId)} limit ${limit})) found`,
  );
}

/** Whether its owner was asked in vain follows from their addresses, too, which may have changed since. */
export type Occurrence = Omit<
  Selectable<CalendarOccurrencesTable>,
  'mailbox_id' | 'object_id' | 'is_waiting' | 'is_maybe'
>;
export type ComparedObject = Omit<Selectable<CalendarObjectsTable>, 'mailbox_id'> & {
  source: Buffer;
  occurrences: Occurrence[];
  task: Omit<CalendarTasksTable, 'mailbox_id' | 'object_id'> | null;
};

const COLUMNS = sql`o.id, o.calendar_id, o.uid, o.name, o.etag, o.seq, o.derived_version, o.component, o.title, o.repeats,
  o.first_at, o.last_at, o.spread_from, o.spread_to, o.organiser, o.is_private, o.created_at, o.changed_at,
  o.trashed_at, s.source`;

/** The next objects by their ids with everything that was derived from them. */
export async function readComparedObjects(
  db: ReadDb,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<ComparedObject[]> {
  const own = sql`= ${mailboxId}`;
  return readRows(
    db,
    sql<ComparedObject>`
    select ${COLUMNS}, coalesce((
        select json_agg(json_build_object('original', p.original, 'calendar_id', p.calendar_id, 'title', p.title,
          'place', p.place, 'kind', p.kind, 'at', p.at, 'until', p.until, 'repeats', p.repeats, 'is_busy', p.is_busy,
          'is_private', p.is_private, 'is_tentative', p.is_tentative, 'declined_by', p.declined_by) order by p.original)
        from calendar_occurrences p where p.mailbox_id ${own} and p.object_id = o.id), '[]') as occurrences,
      (select to_jsonb(t) - 'mailbox_id' - 'object_id' from calendar_tasks t
        where t.mailbox_id ${own} and t.object_id = o.id) as task
    from calendar_objects o join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id ${own} and o.id > ${after}::uuid order by o.id limit ${limit}`,
  );
}

/** The uid stays, as programs know the object by it. */
export async function writeDerived(
  tx: Tx,
  mailboxId: number,
  objects: (ObjectColumns & { id: string })[],
): Promise<void> {
  await sql`
    update calendar_objects o set etag = g.etag, derived_version = g.derived_version, component = g.component,
      title = g.title, repeats = g.repeats, first_at = g.first_at, last_at = g.last_at, spread_from = g.spread_from,
      spread_to = g.spread_to, organiser = g.organiser, is_private = g.is_private
    from json_to_recordset(${JSON.stringify(objects)}) as g(
      id uuid, etag text, derived_version smallint, component text, title text, repeats boolean, first_at bigint,
      last_at bigint, spread_from bigint, spread_to bigint, organiser text, is_private boolean)
    where o.mailbox_id = ${mailboxId} and o.id = g.id`.execute(tx);
}

export async function deleteOrphans(tx: Tx, mailboxId: number): Promise<void> {
  for (const table of ['calendar_occurrences', 'calendar_tasks'])
    await sql`
      delete from ${sql.table(table)} p where p.mailbox_id = ${mailboxId} and ${isOrphan(mailboxId)}`.execute(
      tx,
    );
}

/** A calendar for objects whose calendar is missing. */
export async function insertMissingCalendars(
  tx: Tx,
  mailboxId: number,
  { seq, now, color }: { seq: number; now: number; color: string },
): Promise<void> {
  await sql`
    insert into calendars (mailbox_id, id, name, name_key, color, seq, created_at)
    select distinct ${mailboxId}::bigint, o.calendar_id, 'Lịch tìm lại ' || left(o.calendar_id::text, 8),
      'lich tim lai ' || left(o.calendar_id::text, 8), ${color}::text, ${seq}::bigint, ${now}::bigint
    from calendar_objects o
    where o.mailbox_id = ${mailboxId} and not exists (
      select from calendars c where c.mailbox_id = ${mailboxId} and c.id = o.calendar_id)`.execute(tx);
}

export async function writeObjectCount(tx: Tx, mailboxId: number): Promise<void> {
  await countBytes(tx, OBJECT_TABLES, mailboxId);
  await sql`
    update calendar_state set objects = (select count(*) from calendar_objects where mailbox_id = ${mailboxId})
    where mailbox_id = ${mailboxId}`.execute(tx);
}
