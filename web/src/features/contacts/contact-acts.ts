import type { ContactBulkAct } from '@bocau/contract/contact-bulk.ts';
import type { ContactBook } from '@bocau/contract/contacts.ts';
import {
  IconAddressBook,
  IconArrowBackUp,
  IconDownload,
  IconMail,
  IconPencil,
  IconQrcode,
  IconStar,
  IconStarOff,
  IconTrash,
  IconTrashX,
  IconUsersPlus,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { say } from '../../i18n/i18n.ts';
import { startDownload } from '../../lib/start-download.ts';
import { now } from '../../lib/timers.ts';
import type { ContactListRef } from '../../model/contacts/contact-place.ts';
import type { ContactsModel } from '../../model/contacts/contacts-model.ts';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import { beginContactAct } from './begin-contact-act.ts';

/** The target of acts, and the parts of the screen that some of them need. */
export type ContactTarget = {
  model: ContactsModel;
  contacts: readonly Contact[];
  /** They stand for the whole list, which is not loaded: the server acts on all of it. */
  whole: ContactListRef | null;
  ask: {
    write(contacts: readonly Contact[]): void;
    edit(contact: Contact): void;
    list(contacts: readonly Contact[]): void;
    move(contacts: readonly Contact[]): void;
    code(contact: Contact): void;
    remove(contacts: readonly Contact[]): void;
    /** An act of the server on the whole list. */
    whole(act: ContactBulkAct): void;
  };
};

export type ContactActId =
  | 'write'
  | 'edit'
  | 'favorite'
  | 'unfavorite'
  | 'list'
  | 'move'
  | 'export'
  | 'code'
  | 'restore'
  | 'trash'
  | 'deleteForGood';

export type ContactActDefinition = {
  id: ContactActId;
  icon: ComponentType<{ size?: number | string }>;
  shortcut: string | null;
  available(target: ContactTarget): boolean;
  perform(target: ContactTarget): void;
};

const EXPORT = '/api/contacts/v1/export';
/** The ids of more would not fit into an address. */
const MOST_IN_FILE = 200;
/** More people than this are written to by a list of the server's. */
const MOST_RECIPIENTS = 100;

const isKept = ({ trashed_at }: Contact) => trashed_at === undefined;
const some = ({ contacts }: ContactTarget, fits: (contact: Contact) => boolean) =>
  contacts.length > 0 && contacts.every(fits);

function bookOf({ model }: ContactTarget, { book_id }: Contact): ContactBook | undefined {
  return model.books()?.find(({ id }) => id === book_id);
}

/** A book that is not known (yet) is one's own, as most are. */
const isOwn = (target: ContactTarget) => (contact: Contact) =>
  (bookOf(target, contact)?.permission ?? 'OWNER') === 'OWNER';
const mayWrite = (target: ContactTarget) => (contact: Contact) =>
  bookOf(target, contact)?.permission !== 'READ';

/** Each act, defined once for toolbar, menus and keyboard, in the order in which they are offered. */
export const CONTACT_ACTS: readonly ContactActDefinition[] = [
  {
    id: 'write',
    icon: IconMail,
    shortcut: 'm',
    available: (target) =>
      target.whole === null &&
      some(target, isKept) &&
      target.contacts.length <= MOST_RECIPIENTS &&
      target.contacts.some(({ email }) => email !== ''),
    perform: ({ contacts, ask }) => ask.write(contacts),
  },
  {
    id: 'edit',
    icon: IconPencil,
    shortcut: 'e',
    available: (target) =>
      target.contacts.length === 1 && some(target, isKept) && some(target, mayWrite(target)),
    perform: ({ contacts, ask }) => ask.edit(contacts[0] as Contact),
  },
  {
    id: 'favorite',
    icon: IconStar,
    shortcut: 's',
    available: (target) => some(target, isKept) && some(target, isOwn(target)) && !allFavorite(target),
    perform: (target) => markFavorite(target, true),
  },
  {
    id: 'unfavorite',
    icon: IconStarOff,
    shortcut: 's',
    available: (target) => some(target, isKept) && some(target, isOwn(target)) && allFavorite(target),
    perform: (target) => markFavorite(target, false),
  },
  {
    id: 'list',
    icon: IconUsersPlus,
    shortcut: 'l',
    available: (target) => some(target, isKept) && some(target, isOwn(target)),
    perform: ({ contacts, ask }) => ask.list(contacts),
  },
  {
    id: 'move',
    icon: IconAddressBook,
    shortcut: 'v',
    available: (target) =>
      some(target, isKept) && some(target, mayWrite(target)) && otherBooks(target).length > 0,
    perform: ({ contacts, ask }) => ask.move(contacts),
  },
  {
    id: 'export',
    icon: IconDownload,
    shortcut: null,
    available: (target) =>
      target.whole === null && some(target, isKept) && target.contacts.length <= MOST_IN_FILE,
    perform: ({ contacts }) => startDownload(exportAddressOf(contacts)),
  },
  {
    id: 'code',
    icon: IconQrcode,
    shortcut: null,
    available: (target) => target.contacts.length === 1 && some(target, isKept),
    perform: ({ contacts, ask }) => ask.code(contacts[0] as Contact),
  },
  {
    id: 'restore',
    icon: IconArrowBackUp,
    shortcut: 'r',
    available: (target) => some(target, (contact) => !isKept(contact)),
    perform: ({ model, contacts, whole, ask }) => {
      if (whole) return ask.whole('restore');
      const words = countedWords(contacts, 'contacts.done.restore', 'contacts.done.restoreOne');
      beginContactAct(model, { kind: 'restore', contacts }, words);
    },
  },
  {
    id: 'trash',
    icon: IconTrash,
    shortcut: '#',
    available: (target) => some(target, isKept) && some(target, mayWrite(target)),
    perform: ({ model, contacts, whole, ask }) =>
      whole ? ask.whole('trash') : trashContacts(model, contacts),
  },
  {
    id: 'deleteForGood',
    icon: IconTrashX,
    shortcut: '#',
    available: (target) => some(target, (contact) => !isKept(contact)),
    perform: ({ contacts, ask }) => ask.remove(contacts),
  },
];

/** The books into which these contacts can be moved. */
export function otherBooks(target: ContactTarget): readonly ContactBook[] {
  const { whole } = target;
  if (whole) {
    const isHere = (id: string) => whole.kind === 'book' && whole.id === id;
    return (target.model.books() ?? []).filter(({ id, permission }) => permission === 'OWNER' && !isHere(id));
  }
  const within = new Set(target.contacts.map(({ book_id }) => book_id));
  return (target.model.books() ?? []).filter(
    ({ id, permission }) => permission !== 'READ' && !(within.size === 1 && within.has(id)),
  );
}

function trashContacts(model: ContactsModel, contacts: readonly Contact[]): void {
  const words = countedWords(contacts, 'contacts.done.trash', 'contacts.done.trashOne');
  beginContactAct(model, { kind: 'trash', contacts, at: Math.floor(now() / 1000) }, words);
}

function markFavorite({ model, contacts, whole, ask }: ContactTarget, on: boolean): void {
  if (whole) {
    ask.whole(on ? 'favorite' : 'unfavorite');
    return;
  }
  const changed = contacts.filter(({ favorite }) => favorite !== on);
  const words = say(on ? 'contacts.done.favorite' : 'contacts.done.unfavorite');
  beginContactAct(model, { kind: 'favorite', contacts: changed, on }, words);
}

function allFavorite({ contacts }: ContactTarget): boolean {
  return contacts.every(({ favorite }) => favorite);
}

function exportAddressOf(contacts: readonly Contact[]): string {
  return `${EXPORT}?${new URLSearchParams({ ids: contacts.map(({ id }) => id).join(',') })}`;
}

/** The address of a whole list as a file; null for lists that are not exported. */
export function exportAddressOfList(list: ContactListRef): string | null {
  if (list.kind === 'all') return EXPORT;
  if (list.kind === 'book') return `${EXPORT}?${new URLSearchParams({ book_id: list.id })}`;
  return list.kind === 'list' ? `${EXPORT}?${new URLSearchParams({ list: list.name })}` : null;
}

function countedWords(
  contacts: readonly Contact[],
  many: 'contacts.done.trash' | 'contacts.done.restore',
  one: 'contacts.done.trashOne' | 'contacts.done.restoreOne',
): string {
  const [contact] = contacts;
  return contacts.length === 1 && contact
    ? say(one, { name: nameOf(contact) })
    : say(many, { count: contacts.length });
}

/** A card may have neither a name nor anything else to go by. */
export function nameOf({ name }: Pick<Contact, 'name'>): string {
  return name || say('contacts.noName');
}

/** Performs the act of a shortcut, if one fits the target. */
export function performContactKey(key: string, target: ContactTarget): boolean {
  const wanted = key === 'Delete' ? '#' : key;
  const act = CONTACT_ACTS.find(({ shortcut, available }) => shortcut === wanted && available(target));
  act?.perform(target);
  return act !== undefined;
}
