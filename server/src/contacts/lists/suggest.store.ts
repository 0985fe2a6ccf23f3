import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { likeTerm, queryTerm, type SearchTerm } from './search-terms.store.ts';

export type SuggestedCard = { name: string; email: string; favorite: boolean };

/** Which cards: of one mailbox, and there of these books, or of all. */
export type SuggestionPlace = { mailboxId: number; bookIds: string[] | null };
type Asked = { terms: SearchTerm[]; limit: number };

/** How many favourites are looked through, and how many other cards that match are taken up. */
const FAVORITES_WALKED = 200;
const MATCHES_TAKEN = 100;
const COLUMNS = sql`c.id, c.full_name, c.given_key, c.favorite, c.words`;

/**
 * Addresses of cards that match, favourites first. What begins many names is found by their order, and only where
 * that finds too few by the index of words, which would look at all that it begins.
 */
export async function findSuggestedCards(
  db: ReadDb,
  place: SuggestionPlace,
  asked: Asked,
): Promise<SuggestedCard[]> {
  const words = asked.terms.flatMap(([reading = []]) => reading);
  const named = await readMatches(db, place, asked, namedBy(place, words, asked.limit));
  if (named.length >= asked.limit) return named;
  const query = asked.terms.map((term) => queryTerm(place.mailboxId, term)).join(' & ');
  return readMatches(
    db,
    place,
    asked,
    sql`select ${COLUMNS} from contact_cards c
      where ${cardsOf(place)} and contact_words(c.mailbox_id, c.words) @@ ${query}::tsquery
      limit ${MATCHES_TAKEN}`,
  );
}

function readMatches(
  db: ReadDb,
  place: SuggestionPlace,
  { terms, limit }: Asked,
  matches: RawBuilder<unknown>,
): Promise<SuggestedCard[]> {
  return readRows(
    db,
    sql<SuggestedCard>`
    with favorites as materialized (
      select ${COLUMNS} from contact_cards c where ${cardsOf(place)} and c.favorite
      order by c.given_key, c.id limit ${FAVORITES_WALKED}
    ), matches as materialized (${matches}), found as (
      select * from favorites w where ${sql.join(terms.map(likeTerm), sql` and `)}
      union
      select * from matches
    )
    select f.full_name as name, p.value as email, f.favorite
    from found f
    join contact_points p on p.mailbox_id = ${place.mailboxId} and p.card_id = f.id and p.kind = 'email'
    order by f.favorite desc, f.given_key, f.id, p.position limit ${limit}`,
  );
}

function cardsOf({ mailboxId, bookIds }: SuggestionPlace): RawBuilder<unknown> {
  const inBooks = bookIds === null ? sql`` : sql`and c.book_id = any(${bookIds}::uuid[])`;
  return sql`c.mailbox_id = ${mailboxId} and c.trashed_at is null and c.kind <> 'group' ${inBooks}`;
}

const AFTER_ALL = '\uffff';

/** Cards whose given or family name begins so, with the other one behind it; people type both orders. */
function namedBy(place: SuggestionPlace, words: string[], limit: number): RawBuilder<unknown> {
  const turned = [...words.slice(-1), ...words.slice(0, -1)];
  const prefixes = new Set([words, turned].flatMap((order) => keysOf(order.join(' '))));
  const ranges = [...prefixes].flatMap((prefix) =>
    ['given_key', 'family_key'].map((column) => {
      const key = sql.ref(`c.${column}`);
      return sql`(select ${COLUMNS} from contact_cards c
        where ${cardsOf(place)} and ${key} >= ${prefix} and ${key} < ${prefix + AFTER_ALL}
        order by ${key}, c.id limit ${limit})`;
    }),
  );
  return sql.join(ranges, sql` union `);
}

/** Đ has keys of its own (`d~`), and may have been typed as D. */
function keysOf(prefix: string): string[] {
  return prefix.startsWith('d') ? [prefix, `d~${prefix.slice(1)}`] : [prefix];
}
