import { reachBook } from '../../contacts/access/reach.ts';
import type { BookRow } from '../../contacts/books/books.store.ts';
import { cardsOfBook } from '../../contacts/card-resources.ts';
import { type OwnDirectory, readOwnDirectory } from '../../contacts/directory/own-directory.store.ts';
import { type ResourceRow, readResources, readResourcesByName } from '../../kernel/resources.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import type { ReadDb } from '../../tables.ts';
import { readDirectoryCards, readNamedDirectoryCards } from './directory-cards.ts';
import type { CardPage, PageAsked, ShownCard } from './shown-card.ts';

/** The last segment of the address of the directory; ids of books are UUIDs. */
export const DIRECTORY = 'directory';
const TITLES = { vi: 'Danh bạ công ty', en: 'Company directory' } as const;

/** A book that its caller may read. */
export type OpenBook =
  | { kind: 'book'; id: string; row: BookRow }
  | { kind: 'directory'; id: typeof DIRECTORY; own: OwnDirectory; title: string };

/** Refused as not there where the caller may not know of it. */
export async function openBook(db: ReadDb, person: number, bookId: string): Promise<OpenBook> {
  if (bookId !== DIRECTORY) return bookOf(await reachBook(db, person, bookId, 'READ'));
  const directory = await findDirectory(db, person);
  if (!directory) throw notFound();
  return directory;
}

export function bookOf(row: BookRow): OpenBook {
  return { kind: 'book', id: row.id, row };
}

/** The people of the caller's domain; null where its owner shows nobody, or the caller wants none on their devices. */
export async function findDirectory(db: ReadDb, person: number): Promise<OpenBook | null> {
  const own = await readOwnDirectory(db, person);
  if (own.directory === 'nothing') return null;
  const { directory_on_devices, language } = await readSettings(db, person);
  return directory_on_devices ? { kind: 'directory', id: DIRECTORY, own, title: TITLES[language] } : null;
}

/** A page in a fixed order, after what the last one ended with. */
export async function readCards(db: ReadDb, book: OpenBook, page: PageAsked): Promise<CardPage> {
  if (book.kind === 'directory') return readDirectoryCards(db, book.own, page);
  const { after, limit, withSource } = page;
  const of = cardsOfBook(book.row.mailbox_id, book.id, withSource);
  const rows = await readResources(db, of, { after: after ?? '', limit });
  return { cards: rows.map(cardOf), next: rows.length < limit ? null : (rows.at(-1)?.name ?? null) };
}

/** Cards that a search found, as they are answered: with their pictures. */
export async function completeCards(db: ReadDb, book: OpenBook, found: ShownCard[]): Promise<ShownCard[]> {
  if (book.kind === 'book') return found;
  return readNamedDirectoryCards(
    db,
    book.own,
    found.map(({ name }) => name),
    true,
  );
}

/** Those of the names that there are, in no order. */
export async function readNamedCards(
  db: ReadDb,
  book: OpenBook,
  names: string[],
  withSource: boolean,
): Promise<ShownCard[]> {
  if (book.kind === 'directory') return readNamedDirectoryCards(db, book.own, names, withSource);
  const of = cardsOfBook(book.row.mailbox_id, book.id, withSource);
  return (await readResourcesByName(db, of, names)).map(cardOf);
}

export function cardOf(row: ResourceRow): ShownCard {
  const { name, source, bytes, created_at: createdAt, changed_at: changedAt } = row;
  return { name, tag: etagOf(row), source, bytes, createdAt, changedAt };
}
