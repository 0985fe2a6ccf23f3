import type { ApiError } from '@bocau/contract/client.ts';
import { createChangeLog } from '../engine/change-log.ts';
import { indexIn, sameRows } from '../engine/known-rows.ts';
import type { RowsByList } from '../engine/noun.ts';
import type { Overlay } from '../engine/overlay.ts';
import type { PagedList } from '../engine/paged-loader.ts';
import { sameValue } from '../engine/same-value.ts';
import { compareIn, indexFor } from './contact-order.ts';
import { type ContactPlace, listIdOf, placeKeyOf } from './contact-place.ts';
import type { ContactsView } from './contacts-model.ts';
import { type Contact, type Contacts, rowOf } from './contacts-noun.ts';
import type { CardChange } from './read-contact-changes.ts';

/** A page of a list as the server sends it. */
export type ListPage = {
  contacts: readonly Contact[];
  next: string | null;
  total: number | null;
  letters: readonly string[];
};

/** A list as the server last sent it. */
export type KnownList = PagedList<ListPage> & {
  readonly key: string;
  readonly place: ContactPlace;
};

type Shown = { page: ListPage | null; error: ApiError | null; view: ContactsView; wasChanged: boolean };

const EMPTY: ListPage = { contacts: [], next: null, total: null, letters: [] };
/** Maximum number of cached lists that are not on screen. */
const MOST_KEPT = 20;

export type ContactLists = ReturnType<typeof createContactLists>;

export function createContactLists(overlay: () => Overlay<Contacts>) {
  const lists = new Map<string, KnownList>();
  const shown = new Map<string, Shown>();
  const log = createChangeLog<CardChange>();

  function get(place: ContactPlace): KnownList {
    const key = placeKeyOf(place);
    const known = lists.get(key);
    if (known) return known;
    const fresh: KnownList = {
      ...{ key, place, page: null, error: null },
      ...{ holds: 0, stale: false, loading: false, wantsMore: false },
    };
    lists.set(key, fresh);
    return fresh;
  }

  /** Evicts lists that are not on screen: searches first, then the least recently used. */
  function release(list: KnownList): void {
    list.holds -= 1;
    if (list.holds > 0) return;
    lists.delete(list.key);
    lists.set(list.key, list);
    const idle = [...lists.values()].filter(({ holds }) => holds === 0);
    const byUse = [...idle.filter(isSearch), ...idle.filter((one) => !isSearch(one))];
    for (const { key } of byUse.slice(0, Math.max(0, idle.length - MOST_KEPT))) {
      lists.delete(key);
      shown.delete(key);
    }
  }

  function view(place: ContactPlace): ContactsView {
    const key = placeKeyOf(place);
    const { page = null, error = null } = lists.get(key) ?? {};
    const tracked = [...overlay().entities()].filter(({ known, shown }) => known !== shown);
    const before = shown.get(key);
    const isChanged = tracked.length > 0;
    if (before && before.page === page && before.error === error && !before.wasChanged && !isChanged)
      return before.view;
    const listId = listIdOf(place.list);
    const base = page ?? EMPTY;
    let contacts = base.contacts;
    if (isChanged && page) {
      const byId = new Map(tracked.map((entity) => [entity.id, entity.shown.get(listId)]));
      contacts = withOperations(place, page, byId);
    }
    if (place.list.kind === 'search') contacts = contacts.filter((row) => row.trashed_at === undefined);
    const difference = overlay().countDifferences().get(listId)?.cards ?? 0;
    const next: ContactsView = {
      loading: page ? 'ready' : error ? 'failed' : 'loading',
      contacts,
      hasMore: base.next !== null,
      total: base.total === null ? null : Math.max(0, base.total + difference),
      letters: base.letters,
      error,
    };
    const same = before && isSameView(before.view, next) ? before.view : next;
    shown.set(key, { page, error, view: same, wasChanged: isChanged });
    return same;
  }

  /** Applies the change of a card to every loaded list. */
  function applyCard(change: CardChange): void {
    log.applied(change);
    for (const list of lists.values()) {
      if (!list.page) continue;
      const { page, isUnsure } = withCard(list.place, list.page, change);
      list.page = page;
      if (isUnsure) list.stale = true;
    }
  }

  return {
    get,
    release,
    view,
    applyCard,
    startReading: log.startReading,
    /** Applies the changes that arrived while a page was being read: the page may be older. */
    withChanges: (list: KnownList, page: ListPage, changes: readonly CardChange[]): ListPage =>
      changes.reduce((before, change) => withCard(list.place, before, change).page, page),
    all: (): Iterable<KnownList> => lists.values(),
    rowsOf(id: string): RowsByList<Contacts> {
      const rows = new Map<string, Contact>();
      for (const { place, page } of lists.values()) {
        const row = page?.contacts[indexIn(page.contacts, id)];
        if (row) rows.set(listIdOf(place.list), row);
      }
      return rows;
    },
  };
}

function withOperations(
  place: ContactPlace,
  page: ListPage,
  byId: ReadonlyMap<string, Contact | undefined>,
): readonly Contact[] {
  const here = new Set<string>();
  let contacts: readonly Contact[] = page.contacts.flatMap((contact) => {
    if (!byId.has(contact.id)) return [contact];
    here.add(contact.id);
    const row = byId.get(contact.id);
    // The letter is that of this list's order.
    return row ? withLetter(row, contact.letter) : [];
  });
  const compare = compareIn(place);
  for (const [id, row] of byId) {
    if (!row || here.has(id)) continue;
    const at = indexFor(contacts, row, compare);
    // It may belong to the part before the first letter, or behind rows that are not loaded.
    if ((at > 0 || place.from === null) && (at < contacts.length || page.next === null))
      contacts = contacts.toSpliced(at, 0, row);
  }
  return contacts;
}

const lettered = new WeakMap<Contact, Contact>();

/** The same object again for the same row, as rows are compared by identity. */
function withLetter(row: Contact, letter: string): Contact {
  if (row.letter === letter) return row;
  const known = lettered.get(row);
  if (known?.letter === letter) return known;
  const next = { ...row, letter };
  lettered.set(row, next);
  return next;
}

function isSearch({ place }: KnownList): boolean {
  return place.list.kind === 'search';
}

function isSameView(one: ContactsView, other: ContactsView): boolean {
  const { contacts: before, ...about } = one;
  const { contacts: now, ...aboutNow } = other;
  return sameRows(before, now) && sameValue(about, aboutNow);
}

/** `isUnsure`: only the server knows where the row belongs; the list must be fetched again. */
function withCard(
  place: ContactPlace,
  page: ListPage,
  { id, card }: CardChange,
): { page: ListPage; isUnsure: boolean } {
  const at = indexIn(page.contacts, id);
  const before = page.contacts[at];
  const row = card && fits(place, card, before !== undefined) ? rowOf(card) : null;
  if (!before && !row) return { page, isUnsure: false };
  if (before && row && (before.name === row.name || isFixed(place))) {
    return {
      page: { ...page, contacts: page.contacts.with(at, { ...row, letter: before.letter }) },
      isUnsure: false,
    };
  }
  const others = before ? page.contacts.toSpliced(at, 1) : page.contacts;
  const total = page.total === null ? null : page.total + Number(row !== null) - Number(Boolean(before));
  if (!row) return { page: { ...page, contacts: others, total }, isUnsure: false };
  const goesTo = indexFor(others, row, compareIn(place));
  const isHere = (goesTo > 0 || place.from === null) && (goesTo < others.length || page.next === null);
  const contacts = isHere ? others.toSpliced(goesTo, 0, row) : others;
  return { page: { ...page, contacts, total }, isUnsure: place.list.kind !== 'trash' };
}

/** Search results stay in their place, and the order of the trash does not depend on the name. */
function isFixed({ list }: ContactPlace): boolean {
  return list.kind === 'search' || list.kind === 'trash';
}

type ChangedCard = NonNullable<CardChange['card']>;

/** Whether a card belongs to a list; for a search, only the server knows. */
function fits({ list }: ContactPlace, card: ChangedCard, isHere: boolean): boolean {
  const isOwn = card.permission === 'OWNER';
  if (list.kind === 'search') return isHere;
  if (list.kind === 'trash') return isOwn && card.trashed_at !== undefined;
  if (card.trashed_at !== undefined) return false;
  if (list.kind === 'book') return card.book_id === list.id;
  if (!isOwn) return false;
  if (list.kind === 'favorites') return card.favorite;
  return list.kind === 'all' || card.fields.lists.includes(list.name);
}
