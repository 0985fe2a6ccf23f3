import { type Selectable, sql } from 'kysely';
import type { CalendarOccurrencesTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Span } from './occurrences-of.ts';

export type OccurrenceRow = Omit<Selectable<CalendarOccurrencesTable>, 'mailbox_id'>;

/** What is longer has an index of its own. */
const WEEK = 7 * 24 * 3600;

/** What happens within a span, in the order of time, as far as it is in rows. */
export function readOccurrences(
  db: ReadDb,
  mailboxId: number,
  { from, to }: Span,
  limit: number,
): Promise<OccurrenceRow[]> {
  const columns = sql`object_id, original, calendar_id, title, place, kind, at, until, repeats, is_busy, is_private`;
  return readRows(
    db,
    sql<OccurrenceRow>`
    select * from (
      (select ${columns} from calendar_occurrences
        where mailbox_id = ${mailboxId} and at >= ${from - WEEK} and at < ${to}
          and until - at <= ${WEEK} and (until > ${from} or at >= ${from})
        order by at limit ${limit})
      union all
      (select ${columns} from calendar_occurrences
        where mailbox_id = ${mailboxId} and until - at > 604800 and until > ${from} and at < ${to}
        order by until limit ${limit})
    ) found
    order by at, until, object_id, original limit ${limit}`,
  );
}

export type UnspreadSource = {
  id: string;
  calendar_id: string;
  spread_from: number;
  spread_to: number;
  source: Buffer;
};

/** Series of which a part of the span is not in rows. */
export function readUnspread(
  db: ReadDb,
  mailboxId: number,
  { from, to }: Span,
  limit: number,
): Promise<UnspreadSource[]> {
  return readRows(
    db,
    sql<UnspreadSource>`
    select o.id, o.calendar_id, o.spread_from, o.spread_to, s.source from (
      select id, calendar_id, spread_from, spread_to, component from calendar_objects
      where mailbox_id = ${mailboxId} and repeats and trashed_at is null and spread_from > ${from} and first_at < ${to}
      union
      select id, calendar_id, spread_from, spread_to, component from calendar_objects
      where mailbox_id = ${mailboxId} and repeats and trashed_at is null and spread_to < ${to}
        and (last_at is null or last_at > ${from})
    ) o join calendar_sources s on s.mailbox_id = ${mailboxId} and s.object_id = o.id
    where o.component = 'event' limit ${limit}`,
  );
}
