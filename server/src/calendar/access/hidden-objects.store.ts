import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { CalendarRow } from '../calendars/calendars.store.ts';
import type { TimeKind } from '../ical/event-time.ts';
import { cutFairly } from '../occurrences/fair-cut.store.ts';
import type { Span } from '../occurrences/occurrences-of.ts';
import { wordOfCalendar } from '../search/search.store.ts';
import { isNotDeclined } from './owner-addresses.store.ts';

type Shared = Pick<CalendarRow, 'mailbox_id' | 'id' | 'permission'>;

/** What ends the words of an object of which no part is private. */
const ofPublic = (id: string) => `% ${wordOfCalendar(id)}`;

/** Those of the ids of which no part is private. */
export async function readPublic(
  db: ReadDb,
  { mailbox_id, id }: Shared,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await readRows(
    db,
    sql<{ object_id: string }>`
    select object_id from calendar_search
    where mailbox_id = ${mailbox_id} and object_id = any(${ids}::uuid[]) and words like ${ofPublic(id)}`,
  );
  return new Set(rows.map(({ object_id }) => object_id));
}

/** The texts of objects of a calendar that are in the trash, by the names that they had. */
export function readTrashedTexts(
  db: ReadDb,
  { mailbox_id, id }: Shared,
  names: string[],
): Promise<{ name: string; source: Buffer }[]> {
  return readRows(
    db,
    sql<{ name: string; source: Buffer }>`
    select o.name, s.source from calendar_objects o
    join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id = ${mailbox_id} and o.calendar_id = ${id}::uuid and o.trashed_at is not null
      and o.name = any(${names}::text[])`,
  );
}

/** A time at which the owner of a calendar is busy, and nothing else of it. */
export type BusyBlock = { calendar_id: string; kind: TimeKind; at: number; until: number };

const WEEK = 7 * 24 * 3600;
const MOST_OF_ONE = 2_000;

/**
 * When the owners of shared calendars are busy with what they don't show, within a span: one range of each one's index.
 * Of a calendar that is shared by its times alone, that is everything. What they have declined leaves them free.
 */
export async function readBusyBlocks(db: ReadDb, shared: Shared[], { from, to }: Span): Promise<BusyBlock[]> {
  const asked = shared.map(({ mailbox_id, id, permission }) => ({
    ...{ mailbox_id, calendar_id: id },
    shown: permission === 'BUSY' ? null : ofPublic(id),
  }));
  const hidden = sql`
    select o.object_id, kind, at, until from calendar_occurrences o
    where o.mailbox_id = w.mailbox_id and o.calendar_id = w.calendar_id and o.is_busy and o.until > o.at
      and ${isNotDeclined}
      and (w.shown is null or not exists (
        select from calendar_search s
        where s.mailbox_id = w.mailbox_id and s.object_id = o.object_id and s.words like w.shown))`;
  const within = (first: (by: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
      (${hidden} and at >= ${from - WEEK} and at < ${to} and until - at <= 604800 and until > ${from}
        ${first(sql`at, until, kind`)})
      union all
      (${hidden} and until - at > 604800 and until > ${from} and at < ${to}
        ${first(sql`until, at, kind`)})`;
  const read = (of: typeof asked, found: RawBuilder<unknown>) =>
    readRows(
      db,
      sql<BusyBlock & { found: number }>`
    select w.calendar_id, b.kind, b.at, b.until, count(*)::int as found
    from json_to_recordset(${JSON.stringify(of)}) as w(mailbox_id bigint, calendar_id uuid, shown text)
    cross join lateral (${found}) b
    group by w.calendar_id, b.kind, b.at, b.until
    order by w.calendar_id, b.at, b.until, b.kind`,
    );
  const blocks = await read(
    asked,
    within((by) => sql`order by ${by} limit ${MOST_OF_ONE}`),
  );
  const byCalendar = Map.groupBy(blocks, ({ calendar_id }) => calendar_id);
  const isCut = (id: string) => {
    const found = byCalendar.get(id)?.reduce((sum, one) => sum + one.found, 0) ?? 0;
    return found >= MOST_OF_ONE;
  };
  const cut = asked.filter(({ calendar_id }) => isCut(calendar_id));
  const fairly = cutFairly(
    within(() => sql``),
    { columns: sql`*`, limit: 2 * MOST_OF_ONE },
  );
  const fair = cut.length === 0 ? [] : await read(cut, fairly);
  const rows = [...blocks.filter(({ calendar_id }) => !isCut(calendar_id)), ...fair];
  return rows.map(({ found: _, ...block }) => block);
}
