import { sql } from 'kysely';
import type { CalendarSearchTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { OccurrenceRow } from '../occurrences/occurrences.store.ts';

export async function writeSearch(
  tx: Tx,
  mailboxId: number,
  rows: Omit<CalendarSearchTable, 'mailbox_id'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into calendar_search (mailbox_id, object_id, words, extend_at)
    select ${mailboxId}, object_id, words, extend_at
    from json_to_recordset(${JSON.stringify(rows)}) as g(object_id uuid, words text, extend_at bigint)
    on conflict (mailbox_id, object_id) do update set words = excluded.words, extend_at = excluded.extend_at`.execute(
    tx,
  );
}

export async function deleteSearch(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await tx
    .deleteFrom('calendar_search')
    .where('mailbox_id', '=', mailboxId)
    .where('object_id', 'in', ids)
    .execute();
}

/** Events with more matches than this are found by more words. */
export const MOST_MATCHES = 500;

/**
 * Events with all of the words, by their beginnings: each as the occurrence that is next, or was the last one; what is
 * to come first. `words` are letters and digits only.
 */
export function searchOccurrences(
  db: ReadDb,
  mailboxId: number,
  { words, now, limit }: { words: string[]; now: number; limit: number },
): Promise<(OccurrenceRow & { matches: number })[]> {
  const query = words.map((word) => `'${mailboxId}.${word}':*`).join(' & ');
  const columns = sql`c.object_id, c.original, c.calendar_id, c.title, c.place, c.kind, c.at, c.until, c.repeats,
    c.is_busy, c.is_private`;
  return readRows(
    db,
    sql<OccurrenceRow & { matches: number }>`
    with found as materialized (
      select object_id from calendar_search
      where mailbox_id = ${mailboxId} and calendar_terms(mailbox_id, words) @@ ${query}::tsquery
      limit ${MOST_MATCHES + 1}
    ), happens as materialized (
      select ${columns} from found f join calendar_occurrences c
        on c.mailbox_id = ${mailboxId} and c.object_id = f.object_id
    )
    select o.*, (select count(*) from found)::integer as matches from (
      select distinct on (object_id) * from happens order by object_id, (until >= ${now}) desc, abs(at - ${now})
    ) o
    order by (o.until >= ${now}) desc, abs(o.at - ${now}), o.object_id limit ${limit}`,
  );
}
