import type { ContactBulkOrder } from '@bocau/contract/contact-bulk.ts';
import { searchTerms } from '../../../contacts/lists/search-terms.store.ts';
import type { ReadDb } from '../../../tables.ts';
import { findPlace } from '../list-contacts.ts';
import type { BulkCards } from './bulk.store.ts';

/** The cards that an order means: those that its list showed at that time. */
export async function findBulkCards(
  db: ReadDb,
  person: number,
  { where }: ContactBulkOrder,
  since: number,
): Promise<BulkCards> {
  const isTrash = where.only === 'trash';
  const place = await findPlace(db, person, {
    ...{ order: 'given', book_id: where.book_id, list: where.list },
    only: isTrash ? undefined : where.only,
  });
  return { place, isTrash, terms: searchTerms(where.search ?? ''), since };
}
