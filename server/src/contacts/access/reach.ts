import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import type { BookRow } from '../books/books.store.ts';
import { booksOf } from '../books/books-of.ts';
import { contactNotFound } from '../refusals.ts';
import { type ContactRight, findCards, type ReachedCard } from './find-cards.store.ts';

const RANK: Record<ContactRight, number> = { READ: 1, WRITE: 2, OWNER: 3 };

/**
 * The only access check for books of contacts, for every path to them: lists, cards, export and programs. What is
 * not the caller's and not shared with them reads as not found.
 */
export async function reachBook(
  db: ReadDb,
  person: number,
  bookId: string,
  right: ContactRight,
): Promise<BookRow> {
  const book = (await booksOf(db, person)).find(({ id }) => id === bookId);
  if (!book) throw contactNotFound();
  refuseLess(book.permission, right);
  return book;
}

/** The cards of these ids in their order, each once; those in the trash only for the owner. */
export async function reachCards(
  db: ReadDb,
  person: number,
  ids: string[],
  right: ContactRight,
): Promise<ReachedCard[]> {
  const wanted = [...new Set(ids)];
  if (!wanted.every(isId)) throw contactNotFound();
  const rows = await findCards(db, person, wanted);
  // The first of an id wins: the caller's own, or else the older one.
  const found = new Map(rows.toReversed().map((row) => [row.id, row]));
  return wanted.map((id) => {
    const card = found.get(id);
    if (!card) throw contactNotFound();
    refuseLess(card.permission, right);
    return card;
  });
}

export async function reachCard(
  db: ReadDb,
  person: number,
  id: string,
  right: ContactRight,
): Promise<ReachedCard> {
  const [card] = await reachCards(db, person, [id], right);
  if (!card) throw contactNotFound();
  return card;
}

function refuseLess(permission: ContactRight, right: ContactRight): void {
  if (RANK[permission] >= RANK[right]) return;
  throw new Failure('forbidden', 'This book of contacts is shared with you for less than that');
}
