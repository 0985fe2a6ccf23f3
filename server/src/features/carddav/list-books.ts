import { reachBook } from '../../contacts/access/reach.ts';
import { type BookRow, readBooks } from '../../contacts/books/books.store.ts';
import { firstBookOf } from '../../contacts/contacts.store.ts';
import type { ReadDb } from '../../tables.ts';

/** The books that a person sees, with the one that everybody has: it has no row before the first card. */
export async function listBooks(db: ReadDb, person: number): Promise<BookRow[]> {
  const books = await readBooks(db, person);
  if (books.some(({ is_default }) => is_default)) return books;
  return [await reachBook(db, person, firstBookOf(person), 'OWNER'), ...books];
}
