import type { ContactBook } from '@bocau/contract/contacts.ts';
import type { Say } from '../../i18n/say.ts';
import type { ContactListRef } from '../../model/contacts/contact-place.ts';

export function nameOfList(t: Say, list: ContactListRef, books: readonly ContactBook[]): string {
  switch (list.kind) {
    case 'list':
      return list.name;
    case 'book':
      return books.find(({ id }) => id === list.id)?.name ?? t('contacts.title');
    case 'search':
      return t('contacts.search.found', { words: list.words });
    default:
      return t(`contacts.places.${list.kind}`);
  }
}
