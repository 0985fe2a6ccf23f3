import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { likeTerm, queryTerm, type SearchTerm } from './search-terms.store.ts';

export type SuggestedCard = { name: string; email: string; favorite: boolean };

/** How many favourites are looked through, and how many other cards that match are taken up, in no order. */
const FAVORITES_WALKED = 200;
const MATCHES_TAKEN = 100;

/** Addresses of cards that match, favourites first; of one mailbox, and there of these books, or of all. */
export function findSuggestedCards(
  db: ReadDb,
  mailboxId: number,
  { terms, bookIds, limit }: { terms: SearchTerm[]; bookIds: string[] | null; limit: number },
): Promise<SuggestedCard[]> {
  const query = terms.map((term) => queryTerm(mailboxId, term)).join(' & ');
  const inBooks = bookIds === null ? sql`` : sql`and c.book_id = any(${bookIds}::uuid[])`;
  const columns = sql`c.id, c.full_name, c.given_key, c.favorite, c.words`;
  const own = sql`c.mailbox_id = ${mailboxId} and c.trashed_at is null and c.kind <> 'group' ${inBooks}`;
  return readRows(
    db,
    sql<SuggestedCard>`
    with favorites as materialized (
      select ${columns} from contact_cards c where ${own} and c.favorite
      order by c.given_key, c.id limit ${FAVORITES_WALKED}
    ), matches as materialized (
      select ${columns} from contact_cards c
      where ${own} and contact_words(c.mailbox_id, c.words) @@ ${query}::tsquery
      limit ${MATCHES_TAKEN}
    ), found as (
      select * from favorites w where ${sql.join(terms.map(likeTerm), sql` and `)}
      union
      select * from matches
    )
    select f.full_name as name, p.value as email, f.favorite
    from found f
    join contact_points p on p.mailbox_id = ${mailboxId} and p.card_id = f.id and p.kind = 'email'
    order by f.favorite desc, f.given_key, f.id, p.position limit ${limit}`,
  );
}
