import {
  type BookPermission,
  type ContactBook,
  type ContactCard,
  type ContactRow,
  showContactPhoto,
} from '@bocau/contract/contacts.ts';
import { readIdByAddress } from '../../contacts/access/find-cards.store.ts';
import { reachCards } from '../../contacts/access/reach.ts';
import type { BookRow } from '../../contacts/books/books.store.ts';
import { booksOf } from '../../contacts/books/books-of.ts';
import { type CardRow, readWholeCards, type WholeCard } from '../../contacts/cards/cards.store.ts';
import { letterOf } from '../../contacts/cards/derive-card.ts';
import { contactNotFound } from '../../contacts/refusals.ts';
import { toE164 } from '../../contacts/vcard/phone-numbers.ts';
import { readCard } from '../../contacts/vcard/read-card.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';

export async function showBooks(db: ReadDb, person: number): Promise<ContactBook[]> {
  return (await booksOf(db, person)).map(showBook);
}

export function showBook({
  id,
  name,
  is_default,
  total,
  permission,
  owner_name,
  owner_email,
}: BookRow): ContactBook {
  const owner = permission === 'OWNER' ? null : { name: owner_name, email: owner_email };
  return { id, name, is_default, total, permission, owner };
}

/** The path of the picture; the caller adds the width. */
function photoOf({ id, picture }: CardRow): string | null {
  return picture && showContactPhoto.path.replace(':id', id).replace(':key', picture);
}

export function showRow(row: CardRow, key: string): ContactRow {
  const { id, book_id, organisation, title, email, phone, favorite, trashed_at } = row;
  return {
    ...{ id, book_id, name: row.full_name, letter: letterOf(key) },
    ...{ organisation, title, email, phone, photo: photoOf(row), favorite },
    ...(trashed_at === null ? {} : { trashed_at }),
  };
}

export function showCard(card: WholeCard, permission: BookPermission): ContactCard {
  const { fields } = readCard(card.source);
  const lists = [...fields.lists, ...card.group_lists];
  return {
    ...showRow(card, card.given_key),
    ...{ revision: card.seq, permission, fields: { ...fields, lists } },
    numbers: fields.phones.map(({ value }) => toE164(value)),
    ...{ created_at: card.created_at, changed_at: card.changed_at },
    ...(card.trashed_by && { trashed_by: card.trashed_by }),
  };
}

/** The card with an address, the caller's own before those that others share. */
export async function findCardOf(db: ReadDb, person: number, email: string): Promise<ContactCard | null> {
  const id = await readIdByAddress(db, person, foldAddress(email));
  return id === null ? null : findCard(db, person, id);
}

/** A card that the caller may read. */
export async function findCard(db: ReadDb, person: number, id: string): Promise<ContactCard> {
  const [reached] = await reachCards(db, person, [id], 'READ');
  if (!reached) throw contactNotFound();
  const [card] = await readWholeCards(db, reached.mailboxId, [id]);
  if (!card) throw contactNotFound();
  return showCard(card, reached.permission);
}
