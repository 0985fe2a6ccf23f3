import { type Selectable, sql } from 'kysely';
import type { CalendarObjectsTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Span } from '../occurrences/occurrences-of.ts';

/** An object as programs see it: a resource of its calendar, by its name. */
export type ResourceRow = Pick<
  Selectable<CalendarObjectsTable>,
  'id' | 'uid' | 'name' | 'etag' | 'seq' | 'component' | 'created_at' | 'changed_at'
> & {
  bytes: number;
  /** Null where it was not asked for. */
  source: Buffer | null;
};

/** The resources of a calendar that are meant; those in the trash are none. */
type Of = { mailboxId: number; calendarId: string; withSource: boolean };

const columns = ({
  withSource,
}: Of) => sql`o.id, o.uid, o.name, o.etag, o.seq, o.component, o.created_at, o.changed_at,
  octet_length(s.source) as bytes, ${withSource ? sql`s.source` : sql`null::bytea`} as source`;

const resourcesOf = ({ mailboxId, calendarId }: Of) => sql`calendar_objects o
  join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
  where o.mailbox_id = ${mailboxId} and o.calendar_id = ${calendarId}::uuid and o.trashed_at is null`;

/** A page in the order of names, after the name that is given. */
export function readResources(
  db: ReadDb,
  of: Of,
  { after, limit }: { after: string; limit: number },
): Promise<ResourceRow[]> {
  return readRows(
    db,
    sql<ResourceRow>`
    select ${columns(of)} from ${resourcesOf(of)} and o.name > ${after} order by o.name limit ${limit}`,
  );
}

/** Those of the names that there are, in no order. */
export function readResourcesByName(db: ReadDb, of: Of, names: string[]): Promise<ResourceRow[]> {
  return readRows(
    db,
    sql<ResourceRow>`select ${columns(of)} from ${resourcesOf(of)} and o.name = any(${names}::text[])`,
  );
}

/** What has no zone is shown by the clock of whoever looks: nowhere more than this from Greenwich. */
const ANYWHERE = 14 * 3600;

/** A resource of which all or a part may lie within a span; `is_in_rows` where a row says so. */
export type ResourceInSpan = ResourceRow & { is_in_rows: boolean };

/**
 * A page of what may happen within a span: what a row says happens then, and series of which not all of it is in rows.
 * Tasks have no rows.
 */
export function readResourcesWithin(
  db: ReadDb,
  of: Of,
  { from, to }: Span,
  { after, limit }: { after: string; limit: number },
): Promise<ResourceInSpan[]> {
  return readRows(
    db,
    sql<ResourceInSpan>`
    select * from (
      select ${columns(of)}, o.repeats and (o.spread_from > ${from} or o.spread_to < ${to}) as is_unspread, exists (
        select from calendar_occurrences c
        where c.mailbox_id = o.mailbox_id and c.object_id = o.id
          and c.at - case when c.kind = 'zoned' then 0 else ${ANYWHERE} end < ${to}
          and (c.until + case when c.kind = 'zoned' then 0 else ${ANYWHERE} end > ${from}
            or c.at >= ${from})) as is_in_rows
      from ${resourcesOf(of)} and o.name > ${after}
        and o.first_at < ${to + ANYWHERE} and (o.last_at is null or o.last_at >= ${from - ANYWHERE})
    ) found
    where is_in_rows or is_unspread or component = 'task' order by name limit ${limit}`,
  );
}

/** The object in the trash that a program puts again, by its uid. */
export async function findTrashedByUid(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  uid: string,
): Promise<string | undefined> {
  const [row] = await readRows<{ id: string }>(
    db,
    sql`
    select id from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and uid = ${uid} and trashed_at is not null
    order by trashed_at desc limit 1`,
  );
  return row?.id;
}

/** Where a synchronization has come to: changes of one number go by their names. */
export type SyncPlace = { seq: number; name: string };

/** `resource` is null for a name that left the calendar. */
export type ResourceChange = SyncPlace & { resource: ResourceRow | null };

/**
 * What became of the resources of a calendar after a place, up to a number of the journal, in order; of those that
 * left, only what left after the number `removedAfter`.
 */
export async function readResourceChanges(
  db: ReadDb,
  of: Of,
  {
    after,
    removedAfter,
    upTo,
    limit,
  }: { after: SyncPlace; removedAfter: number; upTo: number; limit: number },
): Promise<ResourceChange[]> {
  const { mailboxId, calendarId } = of;
  const since = sql`seq >= ${after.seq} and (seq, name) > (${after.seq}::bigint, ${after.name}::text)
    and seq <= ${upTo}`;
  const places = await readRows<SyncPlace & { is_gone: boolean }>(
    db,
    sql`
    select * from (
      (select seq, name, false as is_gone from calendar_objects
        where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and trashed_at is null and ${since}
        order by seq, name limit ${limit})
      union all
      (select seq, name, true from calendar_removed
        where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and seq > ${removedAfter} and ${since}
        order by seq, name limit ${limit})
    ) changed
    order by seq, name limit ${limit}`,
  );
  const names = places.filter(({ is_gone }) => !is_gone).map(({ name }) => name);
  const rows = names.length === 0 ? [] : await readResourcesByName(db, of, names);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return places.map(({ seq, name }) => ({ seq, name, resource: byName.get(name) ?? null }));
}
