import { foldAddress } from '../../mail/people/fold-address.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { hrefOf } from '../../platform/dav/hrefs.ts';

export const DAV_ROOT = '/dav';
const BOOKS = 'addressbooks';
const PRINCIPALS = 'principals';

/** Who calls, by the addresses that they may be named by. */
export type DavPerson = { person: number; email: string; name: string; addresses: readonly string[] };

/** What a path leads to. `address` is the caller's, as the path has it: answers name resources as they were asked for. */
export type Place =
  | { kind: 'root' | 'principals' | 'homes' }
  | { kind: 'principal'; address: string }
  | { kind: 'home'; address: string }
  | { kind: 'book'; address: string; bookId: string }
  | { kind: 'card'; address: string; bookId: string; name: string };

/** Below another person's address there is nothing, whether it is one or not. */
export function placeOf({ addresses }: DavPerson, segments: readonly string[]): Place {
  const [folder, address, bookId, name, ...more] = segments;
  if (folder === undefined) return { kind: 'root' };
  if ((folder !== BOOKS && folder !== PRINCIPALS) || more.length > 0) throw notFound();
  const isBooks = folder === BOOKS;
  if (address === undefined) return { kind: isBooks ? 'homes' : 'principals' };
  if (!addresses.includes(foldAddress(address))) throw notFound();
  if (bookId === undefined) return isBooks ? { kind: 'home', address } : { kind: 'principal', address };
  if (!isBooks) throw notFound();
  return name === undefined ? { kind: 'book', address, bookId } : { kind: 'card', address, bookId, name };
}

function rootHref(): string {
  return collection();
}

export function principalHref(address: string): string {
  return collection(PRINCIPALS, address);
}

export function homeHref(address: string): string {
  return collection(BOOKS, address);
}

export function bookHref(address: string, bookId: string): string {
  return collection(BOOKS, address, bookId);
}

export function cardHref(address: string, bookId: string, name: string): string {
  return hrefOf([DAV_ROOT.slice(1), BOOKS, address, bookId, name], { isCollection: false });
}

export function hrefOfPlace(place: Place): string {
  switch (place.kind) {
    case 'root':
      return rootHref();
    case 'principals':
      return collection(PRINCIPALS);
    case 'homes':
      return collection(BOOKS);
    case 'principal':
      return principalHref(place.address);
    case 'home':
      return homeHref(place.address);
    case 'book':
      return bookHref(place.address, place.bookId);
    case 'card':
      return cardHref(place.address, place.bookId, place.name);
  }
}

function collection(...segments: string[]): string {
  return hrefOf([DAV_ROOT.slice(1), ...segments], { isCollection: true });
}
