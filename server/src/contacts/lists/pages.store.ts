import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { type CardRow, ROW_COLUMNS } from '../cards/cards.store.ts';
import { type CardCursor, type CardPlace, cardsOf, idOf } from './card-place.store.ts';
import { readLetterKeys } from './letter-keys.store.ts';

export type PageRow = CardRow & { key: string };
export type CardPage = {
  after: CardCursor | null;
  /** The first key, where the page begins with a letter. */
  from: string;
  limit: number;
};

/** A page of a place: one index range, without a sort. */
export function readCardPage(
  db: ReadDb,
  place: CardPlace,
  { after, from, limit }: CardPage,
): Promise<PageRow[]> {
  const cards = cardsOf(place);
  const id = idOf(place);
  const begin = after
    ? sql`and (${cards.key}, ${id}) > (${after.key}, ${after.id}::uuid)`
    : sql`and ${cards.key} >= ${from}`;
  return readRows(
    db,
    sql<PageRow>`
    select ${ROW_COLUMNS}, ${cards.key} as key from ${cards.from} ${begin}
    order by ${cards.key}, ${id} limit ${limit}`,
  );
}

export function readFirstKeys(db: ReadDb, place: CardPlace): Promise<string[]> {
  const cards = cardsOf(place);
  return readLetterKeys(
    db,
    (bound) =>
      sql`select ${cards.key} from ${cards.from} and ${cards.key} >= ${bound} order by ${cards.key} limit 1`,
  );
}

/** Those in the trash, from the latest. `key` is the time. */
export async function readTrashPage(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: { after: { at: number; id: string } | null; limit: number },
): Promise<CardRow[]> {
  return readRows(
    db,
    sql<CardRow>`
    select ${ROW_COLUMNS} from contact_cards c
    where c.mailbox_id = ${mailboxId} and c.trashed_at is not null
      ${after ? sql`and (c.trashed_at, c.id) < (${after.at}::bigint, ${after.id}::uuid)` : sql``}
    order by c.trashed_at desc, c.id desc limit ${limit}`,
  );
}

const COUNTED_AT_MOST = 1000;

/**
 * How many cards a place has, from totals where these are kept; null where there are more favourites than are counted
 * for a page, or where a book is narrowed further.
 */
export async function countCards(db: ReadDb, place: CardPlace): Promise<number | null> {
  const { bookId, listKey, favorites } = place;
  if ([bookId !== null, listKey !== null, favorites].filter(Boolean).length > 1) return null;
  const [row] = await readRows(db, sql<{ count: number }>`select (${totalOf(place)})::integer as count`);
  const count = row?.count ?? 0;
  return favorites && count > COUNTED_AT_MOST ? null : count;
}

function totalOf(place: CardPlace): RawBuilder<unknown> {
  const { mailboxId, bookId, listKey, favorites } = place;
  if (favorites) {
    return sql`select count(*) from (select from ${cardsOf(place).from} limit ${COUNTED_AT_MOST + 1}) counted`;
  }
  if (listKey !== null) {
    return sql`select total from contact_lists where mailbox_id = ${mailboxId} and list_key = ${listKey}`;
  }
  const own = bookId === null ? sql`` : sql`and id = ${bookId}::uuid`;
  return sql`select sum(total) from contact_books where mailbox_id = ${mailboxId} ${own}`;
}
