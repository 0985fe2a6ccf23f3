import type { ContactBook, ContactCard, ContactList } from '@bocau/contract/contacts.ts';
import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { createOfflineCache } from '../engine/offline-cache.ts';
import type { KnownList, ListPage } from './contact-lists.ts';

/** What is needed before any list can be shown. */
export type ContactsShell = { books: readonly ContactBook[]; lists: readonly ContactList[] };

type Deps = {
  storage: KeyValueStorage;
  clock: ModelClock;
  owner: string;
  shell(): ContactsShell | null;
  lists(): Iterable<KnownList>;
  cards(): Iterable<ContactCard>;
};

const LISTS = 'contacts-list';
const CARDS = 'contacts-card';
/** Maximum rows cached of one list: its beginning. */
const MOST_ROWS = 500;

/** The offline cache of the contacts: lists and cards that were seen show without a connection. */
export function createOfflineContacts({ storage, clock, owner, shell, lists, cards }: Deps) {
  const cut = new WeakMap<ListPage, ListPage>();
  const cache = createOfflineCache<ContactsShell>({
    storage,
    clock,
    version: 1,
    shellKey: `${owner} contacts`,
    present() {
      const known = shell();
      return known && { owner, shell: known };
    },
    isSameShell: (stored, now) => stored.books === now.books && stored.lists === now.lists,
    collections: [
      { name: LISTS, most: 30, entries: listEntries },
      { name: CARDS, most: 100, entries: cardEntries },
    ],
  });

  function* listEntries(): Iterable<readonly [string, object]> {
    for (const { key, page } of lists()) if (page) yield [key, beginningOf(page)];
  }

  function* cardEntries(): Iterable<readonly [string, object]> {
    for (const card of cards()) yield [card.id, card];
  }

  /** Returns the same object for the same page, so that the cache sees that it is stored already. */
  function beginningOf(page: ListPage): ListPage {
    if (page.contacts.length <= MOST_ROWS) return page;
    const known = cut.get(page);
    if (known) return known;
    // The cursor is not stored, only that there are more rows.
    const beginning = { ...page, contacts: page.contacts.slice(0, MOST_ROWS), next: page.next ?? '' };
    cut.set(page, beginning);
    return beginning;
  }

  /** What was seen of a book that has been taken away since is shown no more. */
  function isStillShown({ book_id }: { book_id: string }): boolean {
    return shell()?.books.some(({ id }) => id === book_id) ?? false;
  }

  return {
    changed: cache.changed,
    close: cache.close,
    shell: cache.shell,
    async page(key: string): Promise<ListPage | null> {
      const page = ((await cache.get(owner, LISTS, key)) as ListPage | undefined) ?? null;
      return page && { ...page, contacts: page.contacts.filter(isStillShown) };
    },
    async card(id: string): Promise<ContactCard | null> {
      const card = ((await cache.get(owner, CARDS, id)) as ContactCard | undefined) ?? null;
      return card && isStillShown(card) ? card : null;
    },
  };
}
