import type { Resources, ResourceTables } from '../kernel/resources.store.ts';

export const CARD_TABLES: ResourceTables = {
  things: 'contact_cards',
  collection: 'book_id',
  kind: 'kind',
  sources: 'contact_sources',
  thing: 'card_id',
  texts: ['source'],
  undo: 'contact_merges',
  scheduleTag: null,
  state: 'contact_state',
  removed: 'contact_removed',
  author: 'trashed_by',
};

/** The cards of a book, as programs read them. */
export function cardsOfBook(mailboxId: number, bookId: string, withSource: boolean): Resources {
  return { tables: CARD_TABLES, mailboxId, collectionId: bookId, withSource };
}
