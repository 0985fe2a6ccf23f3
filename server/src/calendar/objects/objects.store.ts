import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CalendarObjectsTable } from '../../calendar-tables.ts';
import { bytesOfTexts } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { OBJECT_TABLES } from '../object-resources.ts';
import { isSubscribed } from '../subscriptions/subscriptions.store.ts';
import type { DerivedOccurrence } from './derive-object.ts';

/** Where an object is and whether it is in the trash. */
export type PlacedObject = Pick<
  Selectable<CalendarObjectsTable>,
  | 'id'
  | 'calendar_id'
  | 'uid'
  | 'name'
  | 'etag'
  | 'schedule_tag'
  | 'seq'
  | 'changed_at'
  | 'changed_by'
  | 'trashed_at'
>;

const PLACED = sql`o.id, o.calendar_id, o.uid, o.name, o.etag, o.schedule_tag, o.seq, o.changed_at, o.changed_by,
  o.trashed_at`;

/** Those of the ids that there are, in the trash too, in no order, with the bytes of their texts. */
export function readPlacedObjects(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<(PlacedObject & { bytes: number })[]> {
  return readRows(
    db,
    sql<PlacedObject & { bytes: number }>`
    select ${PLACED}, ${bytesOfTexts(OBJECT_TABLES)} as bytes from calendar_objects o
    left join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id = ${mailboxId} and o.id = any(${ids}::uuid[])`,
  );
}

export type WholeObject = PlacedObject & { source: Buffer };

export function readWholeObjects(db: ReadDb, mailboxId: number, ids: string[]): Promise<WholeObject[]> {
  return readRows(
    db,
    sql<WholeObject>`
    select ${PLACED}, s.source from calendar_objects o
    join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id = ${mailboxId} and o.id = any(${ids}::uuid[])`,
  );
}

/** Objects of a calendar with one of these uids, without those in the trash. */
export function readObjectsByUid(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  uids: string[],
): Promise<PlacedObject[]> {
  return readRows(
    db,
    sql<PlacedObject>`
    select ${PLACED} from calendar_objects o
    where o.mailbox_id = ${mailboxId} and o.calendar_id = ${calendarId}::uuid and o.uid = any(${uids}::text[])
      and o.trashed_at is null`,
  );
}

/** The next sources of a calendar by the ids of their objects, without those in the trash. */
export function readSourcesAfter(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  after: string,
  limit: number,
): Promise<{ id: string; source: Buffer }[]> {
  return readRows(
    db,
    sql<{ id: string; source: Buffer }>`
    select o.id, s.source from calendar_objects o
    join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id = ${mailboxId} and o.calendar_id = ${calendarId}::uuid and o.id > ${after}::uuid
      and o.trashed_at is null
    order by o.id limit ${limit}`,
  );
}

/**
 * The object with this uid in any calendar that is kept here: of those that are not in the trash the oldest one with guests,
 * which speaks to them (`isCopy`), and else the newest that is.
 */
export async function readObjectOfUid(
  db: ReadDb,
  mailboxId: number,
  uid: string,
): Promise<WholeObject | undefined> {
  const rows = await readRows(
    db,
    sql<WholeObject>`
    select ${PLACED}, s.source from calendars c
    join calendar_objects o on o.mailbox_id = c.mailbox_id and o.calendar_id = c.id and o.uid = ${uid}
    join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where c.mailbox_id = ${mailboxId} and o.mailbox_id = ${mailboxId} and s.mailbox_id = ${mailboxId}
      and not ${isSubscribed(sql`c`, sql`c.id`)}
    order by o.trashed_at is not null, case when o.trashed_at is null then o.organiser is null end,
      case when o.trashed_at is null then o.created_at end, o.seq desc limit 1`,
  );
  return rows[0];
}

/** Objects `o` of the UID of an object `me` in any calendar that is kept here, itself too, that ask others or their owner. */
function beside(mailboxId: number, id: string): RawBuilder<unknown> {
  return sql`calendar_objects me
    join calendars c on c.mailbox_id = me.mailbox_id
    join calendar_objects o on o.mailbox_id = c.mailbox_id and o.calendar_id = c.id and o.uid = me.uid
    where me.mailbox_id = ${mailboxId} and me.id = ${id}::uuid and c.mailbox_id = ${mailboxId}
      and o.mailbox_id = ${mailboxId} and o.organiser is not null and not ${isSubscribed(sql`c`, sql`c.id`)}`;
}

/**
 * CL-362, CL-390: whether this object is a copy: another one of its uid, older, asks others, or asks its owner. Of two it is
 * the older one that speaks to them, in the trash too as long as they know of it and this one was beside it.
 */
export async function isCopy(db: ReadDb, mailboxId: number, id: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from ${beside(mailboxId, id)}
      and (o.created_at, o.id) < (me.created_at, me.id)
      and (o.trashed_at is null or me.created_at < o.trashed_at and exists (
        select from calendar_owed w
        where w.mailbox_id = ${mailboxId} and w.object_id = o.id and w.told is not null))
    limit 1`,
  );
  return rows.length > 0;
}

/** The texts of the other objects of its uid that ask others, or their owner, and are not in the trash. */
export async function readSourcesBeside(db: ReadDb, mailboxId: number, id: string): Promise<Buffer[]> {
  const rows = await readRows(
    db,
    sql<{ source: Buffer }>`
    select (select source from calendar_sources where mailbox_id = ${mailboxId} and object_id = o.id) as source
    from ${beside(mailboxId, id)} and o.id <> me.id and o.trashed_at is null`,
  );
  return rows.map(({ source }) => source);
}

/** The objects of a calendar that are not in the trash. */
export async function readIdsOfCalendar(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and trashed_at is null
    order by seq limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** That people are asked to it and it is not over; which people, only its text says. */
const isMeeting = (now: number) =>
  sql`(o.last_at is null or o.last_at >= ${now}) and encode(s.source, 'escape') ilike '%organizer%'`;

/** Those of the ids, without those in the trash. */
export async function readMeetingsAmong(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
  now: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select o.id from calendar_objects o
    join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id = ${mailboxId} and o.id = any(${ids}::uuid[]) and o.trashed_at is null and ${isMeeting(now)}`,
  );
  return rows.map(({ id }) => id);
}

/** The next objects of a calendar by their ids, and which of them are meetings. */
export function readMeetingsAfter(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  { after, now, limit }: { after: string; now: number; limit: number },
): Promise<{ id: string; is_meeting: boolean }[]> {
  return readRows(
    db,
    sql<{ id: string; is_meeting: boolean }>`
    select o.id, ${isMeeting(now)} as is_meeting from calendar_objects o
    join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id = ${mailboxId} and o.calendar_id = ${calendarId}::uuid and o.id > ${after}::uuid
      and o.trashed_at is null
    order by o.id limit ${limit}`,
  );
}

export type ObjectToWrite = Omit<Selectable<CalendarObjectsTable>, 'mailbox_id' | 'trashed_at'> & {
  source: string;
};

/** Writes objects and their sources; one that is there keeps its time of creation. */
export async function writeObjects(tx: Tx, mailboxId: number, objects: ObjectToWrite[]): Promise<void> {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(objects)}) as g(
        id uuid, calendar_id uuid, uid text, name text, etag text, seq bigint, derived_version smallint,
        component text, title text, repeats boolean, first_at bigint, last_at bigint, spread_from bigint,
        spread_to bigint, created_at bigint, changed_at bigint, changed_by bigint, schedule_tag text,
        organiser text, is_private boolean, source text)
    ), sources as (
      insert into calendar_sources (mailbox_id, object_id, source)
      select ${mailboxId}, id, decode(source, 'base64') from given
      on conflict (mailbox_id, object_id) do update set source = excluded.source, split_seq = null,
        before_split = null, before_split_calendar = null, split_off = null
    )
    insert into calendar_objects (mailbox_id, id, calendar_id, uid, name, etag, seq, derived_version, component,
      title, repeats, first_at, last_at, spread_from, spread_to, created_at, changed_at, changed_by, schedule_tag,
      organiser, is_private)
    select ${mailboxId}, id, calendar_id, uid, name, etag, seq, derived_version, component,
      title, repeats, first_at, last_at, spread_from, spread_to, created_at, changed_at, changed_by, schedule_tag,
      organiser, is_private
    from given
    on conflict (mailbox_id, id) do update set calendar_id = excluded.calendar_id, uid = excluded.uid,
      name = excluded.name, etag = excluded.etag, seq = excluded.seq, derived_version = excluded.derived_version,
      component = excluded.component, title = excluded.title, repeats = excluded.repeats,
      first_at = excluded.first_at, last_at = excluded.last_at, spread_from = excluded.spread_from,
      spread_to = excluded.spread_to, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      schedule_tag = excluded.schedule_tag, organiser = excluded.organiser, is_private = excluded.is_private,
      trashed_at = null`.execute(tx);
}

type DerivedMark = {
  id: string;
  derived_version: number;
  /** Null where what was derived before stays. */
  spread_from: number | null;
  spread_to: number | null;
  is_private: boolean | null;
  /** Null stands for nobody where the others are there. */
  organiser: string | null;
};

/** Says how far objects are derived, without a number of a change: to programs they are what they were. */
export async function markDerived(tx: Tx, mailboxId: number, marks: DerivedMark[]): Promise<void> {
  await sql`
    update calendar_objects o set derived_version = g.derived_version,
      spread_from = coalesce(g.spread_from, o.spread_from), spread_to = coalesce(g.spread_to, o.spread_to),
      is_private = coalesce(g.is_private, o.is_private),
      organiser = case when g.is_private is null then o.organiser else g.organiser end
    from json_to_recordset(${JSON.stringify(marks)}) as g(
      id uuid, derived_version smallint, spread_from bigint, spread_to bigint, is_private boolean, organiser text)
    where o.mailbox_id = ${mailboxId} and o.id = g.id`.execute(tx);
}

export type OccurrenceToWrite = Omit<DerivedOccurrence, 'waiting_for' | 'maybe_by'> & {
  is_waiting: boolean;
  is_maybe: boolean;
  object_id: string;
  calendar_id: string;
  repeats: boolean;
};

const OCCURRENCE = sql.join(
  [
    'calendar_id',
    'title',
    'place',
    'kind',
    'at',
    'until',
    'repeats',
    'is_busy',
    'is_private',
    'is_tentative',
    'declined_by',
    'is_waiting',
    'is_maybe',
  ].map((name) => sql.ref(name)),
);

/** Replaces the occurrences of objects. Those that stay as they are, as most do, are not written again. */
export async function replaceOccurrences(
  tx: Tx,
  mailboxId: number,
  objectIds: string[],
  occurrences: OccurrenceToWrite[],
): Promise<void> {
  if (occurrences.length === 0) {
    await tx
      .deleteFrom('calendar_occurrences')
      .where('mailbox_id', '=', mailboxId)
      .where('object_id', 'in', objectIds)
      .execute();
    return;
  }
  await sql`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(occurrences)}) as o(
        object_id uuid, original text, calendar_id uuid, title text, place text, kind text, at bigint, until bigint,
        repeats boolean, is_busy boolean, is_private boolean, is_tentative boolean, declined_by text[],
        is_waiting boolean, is_maybe boolean)
    ), gone as (
      delete from calendar_occurrences
      where mailbox_id = ${mailboxId} and object_id = any(${objectIds}::uuid[])
        and (object_id, original) not in (select object_id, original collate "C" from wanted)
    )
    insert into calendar_occurrences as c (mailbox_id, object_id, original, ${OCCURRENCE})
    select ${mailboxId}, object_id, original, ${OCCURRENCE} from wanted
    on conflict (mailbox_id, object_id, original) do update set calendar_id = excluded.calendar_id,
      title = excluded.title, place = excluded.place, kind = excluded.kind, at = excluded.at, until = excluded.until,
      repeats = excluded.repeats, is_busy = excluded.is_busy, is_private = excluded.is_private,
      is_tentative = excluded.is_tentative, declined_by = excluded.declined_by, is_waiting = excluded.is_waiting,
      is_maybe = excluded.is_maybe
    where (c.calendar_id, c.title, c.place, c.kind, c.at, c.until, c.repeats, c.is_busy, c.is_private, c.is_tentative,
        c.declined_by, c.is_waiting, c.is_maybe)
      is distinct from (excluded.calendar_id, excluded.title, excluded.place, excluded.kind, excluded.at,
        excluded.until, excluded.repeats, excluded.is_busy, excluded.is_private, excluded.is_tentative,
        excluded.declined_by, excluded.is_waiting, excluded.is_maybe)`.execute(tx);
}
