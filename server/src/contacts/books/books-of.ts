import type { ReadDb } from '../../tables.ts';
import { FIRST_BOOK_NAME, firstBookOf } from '../contacts.store.ts';
import { type BookRow, readBooks } from './books.store.ts';

/** The books that a person sees, with their first one also before it has a row. */
export async function booksOf(db: ReadDb, person: number): Promise<BookRow[]> {
  const books = await readBooks(db, person);
  return books.some(({ is_default }) => is_default) ? books : [firstBook(person), ...books];
}

/** The id of the book that a person's new cards go to. */
export async function defaultBookOf(db: ReadDb, person: number): Promise<string> {
  return (await booksOf(db, person)).find(({ is_default }) => is_default)?.id ?? firstBookOf(person);
}

function firstBook(person: number): BookRow {
  return {
    ...{ mailbox_id: person, id: firstBookOf(person), name: FIRST_BOOK_NAME, is_default: true },
    ...{ seq: 0, total: 0, permission: 'OWNER', owner_name: '', owner_email: '' },
  };
}
