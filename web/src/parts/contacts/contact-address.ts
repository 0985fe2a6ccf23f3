import type { ContactListRef } from '../../model/contacts/contact-place.ts';
import type { Params } from '../../router/match-path.ts';

export const CONTACTS_PATTERN = '/contacts/:place?/:id?';

/** What an address of the contacts shows: a list, and a card of it. */
export type ContactsAddress = { list: ContactListRef; cardId: string | null };

/** The address of a card names the list beside it in `in`. */
export function contactsAt({ place, id }: Params, search: string): ContactsAddress {
  if (place !== 'c' || id === undefined) return { list: listOf(place, id, search), cardId: null };
  const query = new URLSearchParams(search);
  const [within = '', ...rest] = (query.get('in') ?? '').split('/');
  return { list: listOf(within, rest.join('/'), search), cardId: id };
}

function listOf(place: string | undefined, id: string | undefined, search: string): ContactListRef {
  if (place === 'favorites' || place === 'trash') return { kind: place };
  if (place === 'list' && id) return { kind: 'list', name: id };
  if (place === 'book' && id) return { kind: 'book', id };
  if (place === 'search') return { kind: 'search', words: new URLSearchParams(search).get('q') ?? '' };
  return { kind: 'all' };
}

export function contactsAddressOf(list: ContactListRef): string {
  switch (list.kind) {
    case 'all':
      return '/contacts';
    case 'list':
      return `/contacts/list/${encodeURIComponent(list.name)}`;
    case 'book':
      return `/contacts/book/${encodeURIComponent(list.id)}`;
    case 'search':
      return `/contacts/search?${new URLSearchParams({ q: list.words })}`;
    default:
      return `/contacts/${list.kind}`;
  }
}

/** The address of a card beside its list. */
export function cardAddressOf(list: ContactListRef, id: string): string {
  const path = `/contacts/c/${encodeURIComponent(id)}`;
  switch (list.kind) {
    case 'all':
      return path;
    case 'list':
      return `${path}?${new URLSearchParams({ in: `list/${list.name}` })}`;
    case 'book':
      return `${path}?${new URLSearchParams({ in: `book/${list.id}` })}`;
    case 'search':
      return `${path}?${new URLSearchParams({ in: 'search', q: list.words })}`;
    default:
      return `${path}?${new URLSearchParams({ in: list.kind })}`;
  }
}
