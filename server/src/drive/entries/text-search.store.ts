import { sql } from 'kysely';
import type { ReadDb } from '../../tables.ts';
import { FILES_A_SEGMENT } from '../texts/texts.store.ts';
import { beginsWith, type ListCursor, type PlacedEntry, readPlaced } from './placed.store.ts';

/** Folded words in the given order; the cursor is the position of a text. */
export type TextSearch = { words: string[]; after: ListCursor; limit: number };

/** The cursor before all texts. */
export const FIRST_TEXT: ListCursor = {
  value: Number.MAX_SAFE_INTEGER,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** A shorter prefix would match nearly every text. */
const BEGINNING_LENGTH = 2;

/**
 * Files whose text has all of the words, the last one as a prefix, unless their name has all of them; the
 * most recently read text first.
 */
export function findByText(
  db: ReadDb,
  mailboxId: number,
  { words, after, limit }: TextSearch,
): Promise<PlacedEntry[]> {
  const pattern = words.map((word, index) => `'~${lexemesOf(word, index === words.length - 1)}':*`);
  const inName = words.map(
    (word) => sql`exists (
      select from drive_words o
      where o.mailbox_id = ${mailboxId} and o.entry_id = t.entry_id and ${beginsWith('o', word)})`,
  );
  // The order and the offset keep the lateral parts separate, so that the segments are read one by one, and
  // only until there are enough rows. The sum keeps the planner off the primary key: the word index finds the
  // rows.
  return readPlaced(
    db,
    mailboxId,
    sql`select t.entry_id as id, t.place as value
      from generate_series((
        select max(l.place) from drive_texts l where l.mailbox_id = ${mailboxId} and l.place is not null
          and l.place <= ${after.value}::bigint
      ) / ${sql.lit(FILES_A_SEGMENT)}, 0, -1) s(segment)
      cross join lateral (
        select t.entry_id, t.place from drive_texts t
        where t.words @@ replace(${pattern.join(' & ')}, '~',
            ${`${mailboxId.toString(16)}.`} || to_hex(s.segment) || '.')::tsquery
          and t.mailbox_id + 0 = ${mailboxId} and (t.place, t.entry_id) < (${after.value}::bigint, ${after.id}::uuid)
          and not (${sql.join(inName, sql` and `)})
        order by t.place desc, t.entry_id desc offset 0
      ) t
      limit ${limit}`,
    sql`h.value desc, e.id desc`,
  );
}

/** The prefix of a word's entries in the index: after a slash follow its diacritics, which are ignored here. */
function lexemesOf(word: string, mayGoOn: boolean): string {
  return mayGoOn && word.length >= BEGINNING_LENGTH ? word : `${word}/`;
}
