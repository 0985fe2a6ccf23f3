import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { ROW_COLUMNS } from '../cards/cards.store.ts';
import { type CardCursor, type CardPlace, cardsOf, idOf } from './card-place.store.ts';
import type { PageRow } from './pages.store.ts';
import { likeTerm, queryTerm, type SearchTerm } from './search-terms.store.ts';

export type Search = { terms: SearchTerm[]; after: CardCursor | null; limit: number };

/** How many cards a page looks through in order, before those that match are asked of the index of words. */
const WALKED = 1000;
/** More than these match only where a walk of a thousand finds a page. */
const SORTED = 20_000;

/** Matches are frequent, or the place is small: they are found in the order of the place. */
export async function walkMatches(db: ReadDb, place: CardPlace, { terms, after, limit }: Search) {
  const cards = cardsOf(place);
  const id = idOf(place);
  const begin = after ? sql`and (${cards.key}, ${id}) > (${after.key}, ${after.id}::uuid)` : sql``;
  const rows = await readRows(
    db,
    sql<PageRow & { walked: number }>`
    with walked as materialized (
      select ${ROW_COLUMNS}, ${cards.key} as key, c.words from ${cards.from} ${begin}
      order by ${cards.key}, ${id} limit ${WALKED}
    )
    select w.*, (select count(*) from walked)::integer as walked from walked w
    where ${sql.join(terms.map(likeTerm), sql` and `)}
    order by w.key, w.id limit ${limit}`,
  );
  const found: PageRow[] = rows;
  // Fewer than it may look through: nothing is behind them. Without a row it is not known, and asked of the index.
  const isAll = rows[0] !== undefined && rows[0].walked < WALKED && rows.length < limit;
  return { rows: found, isEnough: rows.length === limit || isAll };
}

/** Matches are rare: the index of words finds them, and they are sorted. */
export function findMatches(
  db: ReadDb,
  place: CardPlace,
  { terms, after, limit }: Search,
): Promise<PageRow[]> {
  const cards = cardsOf(place);
  const id = idOf(place);
  const begin = after ? sql`and (${cards.key}, ${id}) > (${after.key}, ${after.id}::uuid)` : sql``;
  const query = terms.map((term) => queryTerm(place.mailboxId, term)).join(' & ');
  return readRows(
    db,
    sql<PageRow>`
    with found as materialized (
      select ${ROW_COLUMNS}, ${cards.key} as key from ${cards.from} ${begin}
        and contact_words(c.mailbox_id, c.words) @@ ${query}::tsquery
      limit ${SORTED}
    )
    select * from found f order by f.key, f.id limit ${limit}`,
  );
}
