import type { ContactOrder } from '@bocau/contract/contacts.ts';

/** A list of contacts as the URL names it. */
export type ContactListRef =
  | { kind: 'all' }
  | { kind: 'favorites' }
  | { kind: 'book'; id: string }
  | { kind: 'list'; name: string }
  | { kind: 'trash' }
  | { kind: 'search'; words: string };

/** A list in an order; with `from`, only from this letter on. */
export type ContactPlace = { list: ContactListRef; order: ContactOrder; from: string | null };

/** The trash shows the latest first, and has no letters; neither have search results. */
export function hasLetters({ kind }: ContactListRef): boolean {
  return kind !== 'trash' && kind !== 'search';
}

/** The id of a list that contains a contact, regardless of its order. */
export function listIdOf(list: ContactListRef): string {
  if (list.kind === 'book') return bookListId(list.id);
  if (list.kind === 'list') return namedListId(list.name);
  return list.kind === 'search' ? `search ${list.words}` : list.kind;
}

export function bookListId(id: string): string {
  return `book ${id}`;
}

export function namedListId(name: string): string {
  return `list ${name}`;
}

/** Equal for two places only when they show the same in the same order. */
export function placeKeyOf({ list, order, from }: ContactPlace): string {
  const sorted = list.kind === 'trash' ? '' : ` by ${order}`;
  return `${listIdOf(list)}${sorted}${from === null ? '' : ` from ${from}`}`;
}
