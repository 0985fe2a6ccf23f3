import type { ContactOrder, ContactRow } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachBook } from '../../contacts/access/reach.ts';
import { firstKeyOf, letterOf, listKey } from '../../contacts/cards/derive-card.ts';
import type { CardCursor, CardPlace } from '../../contacts/lists/card-place.store.ts';
import {
  countCards,
  type PageRow,
  readCardPage,
  readFirstKeys,
  readTrashPage,
} from '../../contacts/lists/pages.store.ts';
import { findMatches, walkMatches } from '../../contacts/lists/search.store.ts';
import { searchTerms } from '../../contacts/lists/search-terms.store.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { showRow } from './show-contacts.ts';

export type PlaceQuery = {
  book_id?: string | undefined;
  list?: string | undefined;
  only?: 'favorites' | 'trash' | undefined;
  order: ContactOrder;
};
export type ListQuery = PlaceQuery & {
  search?: string | undefined;
  from?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
type Listed = { data: ContactRow[]; meta: { next_cursor: string | null; total: number | null } };

export async function listContacts(db: ReadDb, person: number, query: ListQuery): Promise<Listed> {
  const limit = Math.min(Math.max(query.limit ?? LIMITS.pageSize, 1), LIMITS.pageSizeMax);
  if (query.only === 'trash') return listTrash(db, person, limit, query.cursor);
  const place = await findPlace(db, person, query);
  const after = query.cursor === undefined ? null : readCursor(query.cursor, query.order);
  const terms = searchTerms(query.search ?? '');
  const isSearch = query.search !== undefined && query.search.trim() !== '';
  if (isSearch && terms.length === 0) return { data: [], meta: { next_cursor: null, total: 0 } };
  const [rows, total] = isSearch
    ? [await search(db, place, { terms, after, limit: limit + 1 }), null]
    : await Promise.all([
        readCardPage(db, place, { after, from: firstKeyOf(query.from ?? '#'), limit: limit + 1 }),
        countCards(db, place),
      ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? encodeCursor([query.order, last.key, last.id]) : null;
  return { data: page.map((row) => showRow(row, row.key)), meta: { next_cursor: next, total } };
}

type Search = Parameters<typeof findMatches>[2];

/** Words that many cards have are met on the way; rare ones are looked up. */
async function search(db: ReadDb, place: CardPlace, asked: Search): Promise<PageRow[]> {
  const { rows, isEnough } = await walkMatches(db, place, asked);
  return isEnough ? rows : findMatches(db, place, asked);
}

async function listTrash(
  db: ReadDb,
  person: number,
  limit: number,
  cursor: string | undefined,
): Promise<Listed> {
  const [at, id] = cursor === undefined ? [] : (decodeCursor(cursor, 2) ?? [null]);
  const isCursor = typeof at === 'number' && typeof id === 'string' && isId(id);
  if (cursor !== undefined && !isCursor) throw invalidCursor();
  const rows = await readTrashPage(db, person, { after: isCursor ? { at, id } : null, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? encodeCursor([last.trashed_at, last.id]) : null;
  return {
    data: page.map((row) => showRow(row, row.given_key)),
    meta: { next_cursor: next, total: null },
  };
}

export async function listLetters(db: ReadDb, person: number, query: PlaceQuery): Promise<string[]> {
  const place = await findPlace(db, person, query);
  return [...new Set((await readFirstKeys(db, place)).map(letterOf))];
}

export async function findPlace(
  db: ReadDb,
  person: number,
  { book_id, list, only, order }: PlaceQuery,
): Promise<CardPlace> {
  const book = book_id === undefined ? null : await reachBook(db, person, book_id, 'READ');
  const isOwn = book === null || book.permission === 'OWNER';
  return {
    mailboxId: book?.mailbox_id ?? person,
    bookId: book?.id ?? null,
    listKey: list === undefined ? null : listKey(list),
    // Favourites are the owner's own.
    favorites: only === 'favorites' && isOwn,
    order,
  };
}

function readCursor(cursor: string, order: ContactOrder): CardCursor {
  const [its, key, id] = decodeCursor(cursor, 3) ?? [];
  if (its !== order || typeof key !== 'string' || typeof id !== 'string' || !isId(id)) throw invalidCursor();
  return { key, id };
}

function invalidCursor(): Failure {
  return new Failure('invalid_cursor', 'This cursor is not of this list');
}
