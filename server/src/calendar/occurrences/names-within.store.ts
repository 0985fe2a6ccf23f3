import { sql } from 'kysely';
import type { Resources } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Span } from '../occurrences/occurrences-of.ts';

/** What has no zone is shown by the clock of whoever looks: nowhere more than this from Greenwich. */
const ANYWHERE = 14 * 3600;
/** What is longer has an index of its own. */
const WEEK = 7 * 24 * 3600;

/**
 * The name of a resource of which all or a part may lie within a span. `is_in_rows`: a row says so, of what has no zone
 * wherever one is; `is_certain`: that of a time with a zone.
 */
type NameInSpan = { name: string; is_in_rows: boolean; is_certain: boolean };

type AskedNames = {
  components: ('event' | 'task')[];
  after: string;
  limit: number;
};

/**
 * The names, in their order, of what may happen within a span: what a row says happens then, and series of which not
 * all of it is in rows. Tasks have no rows. It begins at the indexes of time and looks up each object that they name
 * (hence the limit within), so that it costs what the span holds.
 */
export function readNamesWithin(
  db: ReadDb,
  { mailboxId, collectionId }: Pick<Resources, 'mailboxId' | 'collectionId'>,
  { from, to }: Span,
  { components, after, limit }: AskedNames,
): Promise<NameInSpan[]> {
  const more = sql`case when kind = 'zoned' then 0 else ${ANYWHERE} end`;
  const row = sql`
    select object_id, true as is_in_rows, kind = 'zoned' as is_certain from calendar_occurrences
    where mailbox_id = ${mailboxId} and calendar_id = ${collectionId}::uuid
      and at - ${more} < ${to} and (until + ${more} > ${from} or at >= ${from})`;
  const object = sql`
    select id, false, false from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id = ${collectionId}::uuid and trashed_at is null
      and first_at < ${to + ANYWHERE} and (last_at is null or last_at >= ${from - ANYWHERE})`;
  return readRows(
    db,
    sql<NameInSpan>`
    select t.name, f.is_in_rows, f.is_certain from (
      select object_id, bool_or(is_in_rows) as is_in_rows, bool_or(is_certain) as is_certain from (
        (${row} and at >= ${from - ANYWHERE - WEEK} and at < ${to + ANYWHERE} and until - at <= 604800)
        union all
        (${row} and until - at > 604800 and until > ${from - ANYWHERE})
        union all
        (${object} and repeats and spread_from > ${from})
        union all
        (${object} and repeats and spread_to < ${to})
        union all
        (${object} and component = 'task' and 'task' = any(${components}::text[]))
      ) one group by object_id
    ) f
    cross join lateral (
      select name from calendar_objects
      where mailbox_id = ${mailboxId} and id = f.object_id and calendar_id = ${collectionId}::uuid
        and trashed_at is null and name > ${after} and component = any(${components}::text[])
      limit 1) t
    order by t.name limit ${limit}`,
  );
}
