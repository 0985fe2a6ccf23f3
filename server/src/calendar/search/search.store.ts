import { LIMITS } from '@bocau/contract/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CalendarSearchTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { CalendarsOfMailbox, OccurrenceRow } from '../occurrences/occurrences.store.ts';

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

/**
 * A word that events have of which nothing is private, so that those of shared calendars are found by one range of the
 * index. Nobody types it: words that are looked for are letters and digits.
 */
export function wordOfCalendar(calendarId: string): string {
  return `#${calendarId}`;
}

/** Events with more matches than this are found by more words. */
export const MOST_MATCHES = 500;

type Room = { matches: number; occurrences: number; shown: number };

/**
 * A select of the events of a mailbox that match, each as the occurrence that is next, or was the last one; what is to
 * come first.
 */
function matching(
  mailbox: RawBuilder<unknown>,
  query: RawBuilder<unknown>,
  { matches, occurrences, shown }: Room,
  now: number,
): RawBuilder<unknown> {
  const columns = sql`c.object_id, c.original, c.calendar_id, c.title, c.place, c.kind, c.at, c.until, c.repeats,
    c.is_busy, c.is_private`;
  return sql`
    with found as materialized (
      select object_id from calendar_search
      where mailbox_id = ${mailbox} and calendar_terms(mailbox_id, words) @@ ${query}::tsquery
      limit ${matches + 1}
    ), happens as materialized (
      select ${columns} from found f join calendar_occurrences c
        on c.mailbox_id = ${mailbox} and c.object_id = f.object_id
      limit ${occurrences + 1}
    )
    select o.*, (select count(*) <= ${matches} from found) and (select count(*) <= ${occurrences} from happens)
      as is_complete from (
      select distinct on (object_id) * from happens order by object_id, (until >= ${now}) desc, abs(at - ${now})
    ) o
    order by (o.until >= ${now}) desc, abs(o.at - ${now}), o.object_id limit ${shown}`;
}

export type FoundRow = OccurrenceRow & { is_complete: boolean };
export type Wanted = { words: string[]; now: number };

/** Events of a mailbox with all of the words, by their beginnings. `words` are letters and digits only. */
export function searchOccurrences(
  db: ReadDb,
  mailboxId: number,
  { words, now }: Wanted,
  shown: number,
): Promise<FoundRow[]> {
  const room = { matches: MOST_MATCHES, occurrences: MOST_MATCHES * LIMITS.eventOccurrences, shown };
  return readRows(
    db,
    sql<FoundRow>`${matching(sql`${mailboxId}`, sql`${allOf(mailboxId, words)}`, room, now)}`,
  );
}

/** The same of calendars of several mailboxes, without what is private: one range of each mailbox's index. */
export function searchOccurrencesOf(
  db: ReadDb,
  shared: CalendarsOfMailbox[],
  { words, now }: Wanted,
  room: Room,
): Promise<(FoundRow & { mailbox_id: number })[]> {
  const asked = shared.map(({ mailbox_id, calendars }) => ({
    mailbox_id,
    query: `${allOf(mailbox_id, words)} & (${calendars.map((id) => `'${mailbox_id}.${wordOfCalendar(id)}'`).join(' | ')})`,
  }));
  return readRows(
    db,
    sql<FoundRow & { mailbox_id: number }>`
    select w.mailbox_id, hits.* from json_to_recordset(${JSON.stringify(asked)}) as w(mailbox_id bigint, query text)
    cross join lateral (${matching(sql`w.mailbox_id`, sql`w.query`, room, now)}) hits`,
  );
}

function allOf(mailboxId: number, words: string[]): string {
  return words.map((word) => `'${mailboxId}.${word}':*`).join(' & ');
}
