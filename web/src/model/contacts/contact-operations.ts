import type { ApiClient } from '@bocau/contract/client.ts';
import type { ContactCard } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { portions } from '../../lib/portions.ts';
import type { OperationKind, RowsByList } from '../engine/noun.ts';
import { bookListId, namedListId } from './contact-place.ts';
import type { Contact, ContactOperation, Contacts, ContactsKind } from './contacts-noun.ts';

type Of<K extends ContactOperation['kind']> = Extract<ContactOperation, { kind: K }>;
type Kind<K extends ContactOperation['kind']> = ContactsKind<Of<K>>;
type Rows = RowsByList<Contacts>;
type OwnBooks = Contacts['lists'];

const FAVORITES = 'favorites';
const TRASH = 'trash';
const ALL = 'all';

const trash: Kind<'trash'> = {
  targets: ({ contacts }) => contacts.map(targetOf),
  changeRows({ at }, _target, rows, { ownBooks }) {
    const lists = namesOfLists(rows);
    const trashed = each(rows, (row) => ({ ...row, trashed_at: at, ...(lists.length > 0 && { lists }) }));
    const [any] = trashed.values();
    return any ? new Map([...found(trashed), ...rowsByList(any, ownBooks)]) : rows;
  },
  changeDetail: ({ at }, _target, card) => ({ ...card, trashed_at: at }),
  inverse: ({ contacts, at }) => ({
    kind: 'restore',
    contacts: contacts.map((contact) => ({ ...contact, trashed_at: at })),
  }),
};

const restore: Kind<'restore'> = {
  targets: ({ contacts }) => contacts.map(targetOf),
  changeRows(_operation, _target, rows, { ownBooks }) {
    const restored = each(rows, withoutTrash);
    const [any] = restored.values();
    return any ? new Map([...found(restored), ...rowsByList(any, ownBooks)]) : rows;
  },
  changeDetail: (_operation, _target, card) => withoutTrash(card),
  inverse: ({ contacts }) => ({ kind: 'trash', contacts, at: contacts[0]?.trashed_at ?? 0 }),
};

const favorite: Kind<'favorite'> = {
  targets: ({ contacts }) => contacts.map(targetOf),
  changeRows({ on }, _target, rows) {
    const marked = new Map(each(rows, (row) => ({ ...row, favorite: on })));
    const [any] = marked.values();
    if (on && any) marked.set(FAVORITES, any);
    else marked.delete(FAVORITES);
    return marked;
  },
  changeDetail: ({ on }, _target, card) => ({ ...card, favorite: on }),
  inverse: ({ contacts, on }) => ({ kind: 'favorite', contacts, on: !on }),
};

const list: Kind<'list'> = {
  targets: ({ contacts }) => contacts.map(targetOf),
  changeRows({ name, on }, _target, rows) {
    const changed = new Map(
      each(rows, (row) => (row.lists ? { ...row, lists: withName(row.lists, name, on) } : row)),
    );
    const [any] = changed.values();
    if (on && any) changed.set(namedListId(name), any);
    else changed.delete(namedListId(name));
    return changed;
  },
  changeDetail: ({ name, on }, _target, card) => ({
    ...card,
    fields: { ...card.fields, lists: withName(card.fields.lists, name, on) },
  }),
  inverse: ({ contacts, name, on }) => ({ kind: 'list', contacts, name, on: !on }),
};

const move: Kind<'move'> = {
  targets: ({ moves }) => moves.map(({ contact }) => targetOf(contact)),
  changeRows({ moves }, { row: { id } }, rows, { ownBooks }) {
    const to = moves.find(({ contact }) => contact.id === id)?.to;
    const [any] = rows.values();
    if (to === undefined || !any) return rows;
    const moved = each(rows, (row) => ({ ...row, book_id: to }));
    const lists = [...moved].filter(([key]) => key.startsWith('list '));
    return new Map([
      ...found(moved),
      ...(ownBooks.has(to) ? lists : []),
      ...rowsByList({ ...any, book_id: to }, ownBooks),
    ]);
  },
  changeDetail({ moves }, { row: { id } }, card) {
    const to = moves.find(({ contact }) => contact.id === id)?.to;
    return to === undefined ? card : { ...card, book_id: to };
  },
  inverse: ({ moves }) => ({
    kind: 'move',
    moves: moves.map(({ contact, to }) => ({ contact: { ...contact, book_id: to }, to: contact.book_id })),
  }),
};

const remove: Kind<'delete'> = {
  targets: ({ contacts }) => contacts.map(targetOf),
  changeRows: () => new Map(),
  changeDetail: (_operation, _target, card) => card,
  inverse: () => null,
};

const KINDS = { trash, restore, favorite, list, move, delete: remove };

export function kindOfOperation({ kind }: ContactOperation): OperationKind<Contacts> {
  return KINDS[kind] as OperationKind<Contacts>;
}

/** Sends an operation; safe to repeat when an answer was lost. */
export async function sendOperation(api: ApiClient, operation: ContactOperation): Promise<object> {
  switch (operation.kind) {
    case 'trash':
      for (const ids of portionsOf(operation.contacts)) await api.trashContacts({ body: { ids } });
      break;
    case 'restore':
      for (const ids of portionsOf(operation.contacts)) await api.restoreContacts({ body: { ids } });
      break;
    case 'favorite':
      for (const ids of portionsOf(operation.contacts))
        await api.markContacts({ body: { ids, favorite: operation.on } });
      break;
    case 'list': {
      const { name, on } = operation;
      for (const ids of portionsOf(operation.contacts))
        await api.changeContactList({ body: { name, add: on ? ids : [], remove: on ? [] : ids } });
      break;
    }
    case 'move':
      for (const [book_id, moves] of Map.groupBy(operation.moves, ({ to }) => to))
        for (const ids of portionsOf(moves.map(({ contact }) => contact)))
          await api.moveContacts({ body: { ids, book_id } });
      break;
    case 'delete':
      for (const ids of portionsOf(operation.contacts)) await api.deleteContacts({ body: { ids } });
  }
  return {};
}

/** The contacts that an operation names. */
export function contactsOf(operation: ContactOperation): readonly Contact[] {
  return operation.kind === 'move' ? operation.moves.map(({ contact }) => contact) : operation.contacts;
}

/** The ids in batches of what one call accepts. */
function portionsOf(contacts: readonly Contact[]): string[][] {
  return portions(
    contacts.map(({ id }) => id),
    LIMITS.idsPerCall,
  );
}

function targetOf(contact: Contact) {
  return {
    row: contact,
    listId: contact.trashed_at === undefined ? bookListId(contact.book_id) : TRASH,
  };
}

/** The lists that contain a contact, as far as the contact itself tells. */
export function rowsByList(contact: Contact, ownBooks: OwnBooks['ownBooks']): Rows {
  const isOwn = ownBooks.has(contact.book_id);
  // A trashed one of a shared book goes into its owner's trash.
  if (contact.trashed_at !== undefined) return new Map(isOwn ? [[TRASH, contact]] : []);
  const lists = isOwn
    ? [ALL, ...(contact.favorite ? [FAVORITES] : []), ...(contact.lists ?? []).map(namedListId)]
    : [];
  return new Map([bookListId(contact.book_id), ...lists].map((key) => [key, contact]));
}

/** Rows in search results keep their place there, so that undo restores them. */
function found(rows: Rows): [string, Contact][] {
  return [...rows].filter(([key]) => key.startsWith('search '));
}

function namesOfLists(rows: Rows): string[] {
  return [...rows.keys()].flatMap((key) => (key.startsWith('list ') ? key.slice('list '.length) : []));
}

function withName(names: readonly string[], name: string, on: boolean): string[] {
  const others = names.filter((other) => other !== name);
  return on ? [...others, name] : others;
}

function withoutTrash<T extends Contact | ContactCard>(row: T): T {
  const { trashed_at: _gone, ...kept } = row;
  return kept as T;
}

function each(rows: Rows, change: (row: Contact) => Contact): Rows {
  return new Map([...rows].map(([key, row]) => [key, change(row)]));
}
