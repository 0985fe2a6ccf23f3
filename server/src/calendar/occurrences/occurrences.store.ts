import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CalendarOccurrencesTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Span } from './occurrences-of.ts';

export type OccurrenceRow = Omit<
  Selectable<CalendarOccurrencesTable>,
  'mailbox_id' | 'is_tentative' | 'declined_by' | 'is_waiting'
>;

/** With the guests who said no; null for none. */
export type ListedRow = OccurrenceRow & { declined_by: string[] | null; is_waiting: boolean };

/** What is longer has an index of its own. */
const WEEK = 7 * 24 * 3600;

/** A select of what begins within a span or lies in it, of one mailbox, and of these calendars where they are given. */
function occurrencesWithin(
  mailbox: RawBuilder<unknown>,
  { from, to }: Span,
  limit: number | null,
  of = sql``,
): RawBuilder<unknown> {
  const first = (by: RawBuilder<unknown>) => (limit === null ? sql`` : sql`order by ${by} limit ${limit}`);
  const columns = sql`object_id, original, calendar_id, title, place, kind, at, until, repeats, is_busy,
    is_private, declined_by, is_waiting`;
  return sql`
      (select ${columns} from calendar_occurrences
        where mailbox_id = ${mailbox} and at >= ${from - WEEK} and at < ${to}
          and until - at <= ${WEEK} and (until > ${from} or at >= ${from}) ${of}
        ${first(sql`at`)})
      union all
      (select ${columns} from calendar_occurrences
        where mailbox_id = ${mailbox} and until - at > 604800 and until > ${from} and at < ${to} ${of}
        ${first(sql`until`)})`;
}

/** The same where there is more: the first of each object, then the second of each. One that happens often hides no other. */
function fairlyWithin(
  mailbox: RawBuilder<unknown>,
  span: Span,
  limit: number,
  of = sql``,
): RawBuilder<unknown> {
  const nth = sql`row_number() over (partition by object_id order by at, until, original)`;
  return sql`
    select object_id, original, calendar_id, title, place, kind, at, until, repeats, is_busy, is_private, declined_by,
      is_waiting
    from (select f.*, ${nth} as nth from (${occurrencesWithin(mailbox, span, null, of)}) f) ranked
    order by nth, at, until, object_id limit ${limit}`;
}

/** What happens within a span, as far as it is in rows; where there is more than the limit, something of each object. */
export async function readOccurrences(
  db: ReadDb,
  mailboxId: number,
  span: Span,
  limit: number,
): Promise<ListedRow[]> {
  const rows = await readRows(
    db,
    sql<ListedRow>`
    select * from (${occurrencesWithin(sql`${mailboxId}`, span, limit)}) found
    order by at, until, object_id, original limit ${limit}`,
  );
  if (rows.length < limit) return rows;
  return readRows(db, sql<ListedRow>`${fairlyWithin(sql`${mailboxId}`, span, limit)}`);
}

/** Calendars of one mailbox. */
export type CalendarsOfMailbox = { mailbox_id: number; calendars: string[] };

/** The same of calendars of several mailboxes, at most so many of each: one range of each mailbox's index. */
export async function readOccurrencesOf(
  db: ReadDb,
  shared: CalendarsOfMailbox[],
  span: Span,
  limit: number,
): Promise<(ListedRow & { mailbox_id: number })[]> {
  const of = sql`and calendar_id = any(w.calendars)`;
  const read = (mailboxes: CalendarsOfMailbox[], found: RawBuilder<unknown>) =>
    readRows(
      db,
      sql<ListedRow & { mailbox_id: number }>`
    select w.mailbox_id, found.*
    from json_to_recordset(${JSON.stringify(mailboxes)}) as w(mailbox_id bigint, calendars uuid[])
    cross join lateral (${found}) found`,
    );
  const rows = await read(
    shared,
    sql`
      select * from (${occurrencesWithin(sql`w.mailbox_id`, span, limit, of)}) its
      order by at, until, object_id, original limit ${limit}`,
  );
  const counts = Map.groupBy(rows, ({ mailbox_id }) => mailbox_id);
  const cut = shared.filter(({ mailbox_id }) => (counts.get(mailbox_id)?.length ?? 0) >= limit);
  if (cut.length === 0) return rows;
  const isCut = new Set(cut.map(({ mailbox_id }) => mailbox_id));
  return [
    ...rows.filter(({ mailbox_id }) => !isCut.has(mailbox_id)),
    ...(await read(cut, fairlyWithin(sql`w.mailbox_id`, span, limit, of))),
  ];
}

export type UnspreadSource = {
  id: string;
  calendar_id: string;
  spread_from: number;
  spread_to: number;
  source: Buffer;
};

/** A select of series of which a part of the span is not in rows, of one mailbox as above. */
function unspreadWithin(
  mailbox: RawBuilder<unknown>,
  { from, to }: Span,
  limit: number,
  of = sql``,
): RawBuilder<unknown> {
  return sql`
    select o.id, o.calendar_id, o.spread_from, o.spread_to, s.source from (
      select id, calendar_id, spread_from, spread_to, component from calendar_objects
      where mailbox_id = ${mailbox} and repeats and trashed_at is null and spread_from > ${from} and first_at < ${to} ${of}
      union
      select id, calendar_id, spread_from, spread_to, component from calendar_objects
      where mailbox_id = ${mailbox} and repeats and trashed_at is null and spread_to < ${to}
        and (last_at is null or last_at > ${from}) ${of}
    ) o join calendar_sources s on s.mailbox_id = ${mailbox} and s.object_id = o.id
    where o.component = 'event' limit ${limit}`;
}

/** Series of which a part of the span is not in rows. */
export function readUnspread(
  db: ReadDb,
  mailboxId: number,
  span: Span,
  limit: number,
): Promise<UnspreadSource[]> {
  return readRows(db, sql<UnspreadSource>`${unspreadWithin(sql`${mailboxId}`, span, limit)}`);
}

/** The same of calendars of several mailboxes, at most so many of each. */
export function readUnspreadOf(
  db: ReadDb,
  shared: CalendarsOfMailbox[],
  span: Span,
  limit: number,
): Promise<(UnspreadSource & { mailbox_id: number })[]> {
  const of = sql`and calendar_id = any(w.calendars)`;
  return readRows(
    db,
    sql<UnspreadSource & { mailbox_id: number }>`
    select w.mailbox_id, found.*
    from json_to_recordset(${JSON.stringify(shared)}) as w(mailbox_id bigint, calendars uuid[])
    cross join lateral (${unspreadWithin(sql`w.mailbox_id`, span, limit, of)}) found`,
  );
}
