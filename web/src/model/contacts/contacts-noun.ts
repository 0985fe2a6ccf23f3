import type { ContactCard, ContactRow } from '@bocau/contract/contacts.ts';
import type { OperationKind } from '../engine/noun.ts';

/** A contact as a row of a list. */
export type Contact = ContactRow & {
  /** Names of the lists that it is in, where they are known. */
  lists?: readonly string[];
};

export type ContactMove = { contact: Contact; to: string };

/** What a user can do to contacts, as data. Each names the contacts as they were shown. */
export type ContactOperation =
  /** `at`: the time shown in the trash, in Unix seconds. */
  | { kind: 'trash'; contacts: readonly Contact[]; at: number }
  | { kind: 'restore'; contacts: readonly Contact[] }
  | { kind: 'favorite'; contacts: readonly Contact[]; on: boolean }
  /** Adds them to a list by name, or takes them from it. */
  | { kind: 'list'; contacts: readonly Contact[]; name: string; on: boolean }
  | { kind: 'move'; moves: readonly ContactMove[] }
  | { kind: 'delete'; contacts: readonly Contact[] };

/** What operations need to know about the books. */
type OwnBooks = { ownBooks: ReadonlySet<string> };

/** The types of contacts for the engine. */
export type Contacts = {
  row: Contact;
  detail: ContactCard;
  operation: ContactOperation;
  /** Answers say only that it is done. */
  answer: object;
  lists: OwnBooks;
  counts: { cards: number };
};

export type ContactsKind<O extends ContactOperation> = OperationKind<Contacts, O>;

/** A card as a row. */
export function rowOf(card: ContactCard): Contact {
  const { id, book_id, name, letter, organisation, title, email, phone, photo, favorite } = card;
  return {
    ...{ id, book_id, name, letter, organisation, title, email, phone, photo, favorite },
    ...(card.trashed_at !== undefined && { trashed_at: card.trashed_at }),
    lists: card.fields.lists,
  };
}
