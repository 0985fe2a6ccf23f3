import { sql } from 'kysely';
import {
  type ResourceRow,
  type Resources,
  resourceColumns,
  resourcesOf,
} from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Span } from '../occurrences/occurrences-of.ts';

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
  of: Resources,
  { from, to }: Span,
  { after, limit }: { after: string; limit: number },
): Promise<ResourceInSpan[]> {
  return readRows(
    db,
    sql<ResourceInSpan>`
    select * from (
      select ${resourceColumns(of)}, t.repeats and (t.spread_from > ${from} or t.spread_to < ${to}) as is_unspread, exists (
        select from calendar_occurrences c
        where c.mailbox_id = t.mailbox_id and c.object_id = t.id
          and c.at - case when c.kind = 'zoned' then 0 else ${ANYWHERE} end < ${to}
          and (c.until + case when c.kind = 'zoned' then 0 else ${ANYWHERE} end > ${from}
            or c.at >= ${from})) as is_in_rows
      from ${resourcesOf(of)} and t.name > ${after}
        and t.first_at < ${to + ANYWHERE} and (t.last_at is null or t.last_at >= ${from - ANYWHERE})
    ) found
    where is_in_rows or is_unspread or kind = 'task' order by name limit ${limit}`,
  );
}
