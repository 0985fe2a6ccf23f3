import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CalendarOccurrencesTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { cutFairly, readCutFairly } from './fair-cut.store.ts';
import type { Span } from './occurrences-of.ts';

export type OccurrenceRow = Omit<
  Selectable<CalendarOccurrencesTable>,
  'mailbox_id' | 'is_tentative' | 'declined_by' | 'is_waiting' | 'is_maybe'
>;

/** With the guests who said no; null for none. */
export type ListedRow = OccurrenceRow & {
  declined_by: string[] | null;
  is_waiting: boolean;
  is_maybe: boolean;
};

/** What is longer has an index of its own. */
const WEEK = 7 * 24 * 3600;

const COLUMNS = sql`object_id, original, calendar_id, title, place, kind, at, until, repeats, is_busy,
    is_private, declined_by, is_waiting, is_maybe`;

/** A select of what begins within a span or lies in it, of one mailbox, and of these calendars where they are given. */
function occurrencesWithin(
  mailbox: RawBuilder<unknown>,
  { from, to }: Span,
  limit: number | null,
  of = sql``,
): RawBuilder<unknown> {
  const first = (by: RawBuilder<unknown>) => (limit === null ? sql`` : sql`order by ${by} limit ${limit}`);
  return sql`
      (select ${COLUMNS} from calendar_occurrences
        where mailbox_id = ${mailbox} and at >= ${from - WEEK} and at < ${to}
          and until - at <= ${WEEK} and (until > ${from} or at >= ${from}) ${of}
        ${first(sql`at`)})
      union all
      (select ${COLUMNS} from calendar_occurrences
        where mailbox_id = ${mailbox} and until - at > 604800 and until > ${from} and at < ${to} ${of}
        ${first(sql`until`)})`;
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
  const all = occurrencesWithin(sql`${mailboxId}`, span, null);
  return readRows(db, sql<ListedRow>`${cutFairly(all, { columns: COLUMNS, limit })}`);
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
  const within = (most: number | null) => occurrencesWithin(sql`w.mailbox_id`, span, most, of);
  const first = sql`
      select * from (${within(limit)}) its
      order by at, until, object_id, original limit ${limit}`;
  const fairly = cutFairly(within(null), { columns: COLUMNS, limit });
  return readCutFairly(shared, limit, (some, isFair) =>
    readRows(
      db,
      sql<ListedRow & { mailbox_id: number }>`
    select w.mailbox_id, found.*
    from json_to_recordset(${JSON.stringify(some)}) as w(mailbox_id bigint, calendars uuid[])
    cross join lateral (${isFair ? fairly : first}) found`,
    ),
  );
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
