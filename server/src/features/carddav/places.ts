import { notFound } from '../../platform/dav/dav-refusal.ts';
import type { DavCaller, HomePath } from '../../platform/dav-site/dav-home.ts';
import { collectionHref, pathInHome, resourceHref } from '../../platform/dav-site/site-places.ts';

export const BOOKS = 'addressbooks';

/** What a path leads to. `address` is the caller's, as the path has it: answers name resources as they were asked for. */
export type Place =
  | { kind: 'home'; address: string }
  | { kind: 'book'; address: string; bookId: string }
  | { kind: 'card'; address: string; bookId: string; name: string };

export function placeOf({ address, rest }: HomePath): Place {
  const [bookId, name, ...more] = rest;
  if (more.length > 0) throw notFound();
  if (bookId === undefined) return { kind: 'home', address };
  return name === undefined ? { kind: 'book', address, bookId } : { kind: 'card', address, bookId, name };
}

/** A card that a path names; null where it names none of the caller's. */
export function cardAt(caller: DavCaller, path: string): { bookId: string; name: string } | null {
  const { rest } = pathInHome(caller, BOOKS, path) ?? { rest: [] };
  const [bookId, name, ...more] = rest;
  return bookId === undefined || name === undefined || more.length > 0 ? null : { bookId, name };
}

export function homeHref(address: string): string {
  return collectionHref(BOOKS, address);
}

export function bookHref(address: string, bookId: string): string {
  return collectionHref(BOOKS, address, bookId);
}

export function cardHref(address: string, bookId: string, name: string): string {
  return resourceHref(BOOKS, address, bookId, name);
}

export function hrefOfPlace(place: Place): string {
  switch (place.kind) {
    case 'home':
      return homeHref(place.address);
    case 'book':
      return bookHref(place.address, place.bookId);
    case 'card':
      return cardHref(place.address, place.bookId, place.name);
  }
}
