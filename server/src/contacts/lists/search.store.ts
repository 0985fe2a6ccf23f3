import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';
import { ROW_COLUMNS } from '../cards/cards.store.ts';
import { type CardCursor, type CardPlace, cardsOf, idOf } from './card-place.store.ts';
import type { PageRow } from './pages.store.ts';

/** Each term has to be found, by all words of one of its readings. */
export type SearchTerm = string[][];

const TERMS_AT_MOST = 8;
const NUMBER = /^\d+$/;

/**
 * The words of a typed text. Digits that follow each other may be a number that is spaced otherwise, so they are also
 * one word.
 */
export function searchTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let digits: string[] = [];
  const endNumber = () => {
    if (digits.length === 1) terms.push([digits]);
    if (digits.length > 1) terms.push([[digits.join('')], digits]);
    digits = [];
  };
  for (const word of foldedWords(text)) {
    if (NUMBER.test(word)) digits.push(word);
    else {
      endNumber();
      terms.push([[word]]);
    }
  }
  endNumber();
  return terms.slice(0, TERMS_AT_MOST);
}

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

// Words are only letters and digits, so they need no escaping for LIKE or a tsquery.

function likeTerm(term: SearchTerm): RawBuilder<unknown> {
  const readings = term.map((words) => sql`w.words like all(${words.map((word) => `% ${word}%`)}::text[])`);
  return sql`(${sql.join(readings, sql` or `)})`;
}

function queryTerm(mailboxId: number, term: SearchTerm): string {
  const readings = term.map((words) => words.map((word) => `'${mailboxId}.${word}':*`).join(' & '));
  return `(${readings.map((reading) => `(${reading})`).join(' | ')})`;
}
