import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Place } from './search-vector.ts';
import { readQueries } from './segments.store.ts';
import { runCondition } from './word-patterns.ts';
import { writtenWords } from './words.ts';

/**
 * The messages of the mailbox that have the words of a text one after the other in one of these places, at most so many;
 * the last word may go on. Null: the text has no word that the index could know.
 */
export async function findMessagesWithText(
  db: ReadDb,
  mailboxId: number,
  { text, places, most }: { text: string; places: Place[]; most: number },
): Promise<string[] | null> {
  const words = writtenWords(text);
  if (words.length === 0) return null;
  const pattern = runCondition(words, places, true);
  const queries = await readQueries(db, mailboxId, pattern, Number.MAX_SAFE_INTEGER, 0);
  // The sum keeps the planner off the primary key: the word index finds the rows.
  const rows = await readRows(
    db,
    sql<{ id: string }>`
      select m.id from unnest(${queries}::tsquery[]) as w(query)
      cross join lateral (
        select s.message_id as id from message_search s
        where s.words @@ w.query and s.mailbox_id + 0 = ${mailboxId} offset 0
      ) m
      limit ${most}`,
  );
  return rows.map(({ id }) => id);
}
