import type { ApiClient } from '@bocau/contract/client.ts';
import type { ContactCard } from '@bocau/contract/contacts.ts';
import { createChangeSync } from '../engine/change-sync.ts';
import type { ClaimTab, KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import { createNotifier } from '../engine/notifier.ts';
import { createOperationQueue, type OperationQueue } from '../engine/operation-queue.ts';
import { createOverlay, type Overlay } from '../engine/overlay.ts';
import { createPagedLoader, markStale } from '../engine/paged-loader.ts';
import { firstOf, type PendingOperation } from '../engine/pending-operation.ts';
import { createPersistedOperations } from '../engine/persisted-operations.ts';
import { createContactCards } from './contact-cards.ts';
import { createContactLists, type KnownList } from './contact-lists.ts';
import { contactsOf, kindOfOperation, rowsByList, sendOperation } from './contact-operations.ts';
import { namedListId } from './contact-place.ts';
import type { ContactAct, ContactsEvent, ContactsModel } from './contacts-model.ts';
import { type ContactOperation, type Contacts, rowOf } from './contacts-noun.ts';
import { createKeptEdits } from './kept-edits.ts';
import { contactPages, readPage } from './load-contacts.ts';
import { type ContactsShell, createOfflineContacts } from './offline-contacts.ts';
import { type CardChange, type ContactChanges, readContactChanges } from './read-contact-changes.ts';

/** Pages of a list that are read to know who is in it. */
const MOST_PAGES = 100;
const MEMBERS_PAGE = 100;

type Options = {
  api: ApiClient;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Whose contacts they are: unsent operations are persisted under this name. */
  owner: string;
  tabId: string;
  claim?: ClaimTab | undefined;
};

/** Puts the parts together; see ContactsModel for what they do. */
export function createContactsModel(options: Options): ContactsModel {
  const { api, clock, storage, online, owner, tabId, claim } = options;
  const notifier = createNotifier<ContactsEvent>();
  let seq: number | null = null;
  let shell: ContactsShell | null = null;
  let ownBooks: Contacts['lists'] | null = null;
  let isClosed = false;
  let starting: Promise<void> | null = null;

  const overlay: Overlay<Contacts> = createOverlay<Contacts>({
    kindOf: kindOfOperation,
    lists: () => ownBooks,
    resolve: (id) => id,
    rowsOf: (id) => lists.rowsOf(id),
    addImplied: () => undefined,
    count: () => ({ cards: 1 }),
  });
  const lists = createContactLists(() => overlay);
  const loader = createPagedLoader({ clock, lists, notifier, start, lastSeen, ...contactPages(api) });
  const cards = createContactCards({
    ...{ api, clock, notifier, start, log: lists },
    overlay: () => overlay,
    async lastSeen(id) {
      await showLastShell();
      return offline.card(id);
    },
  });
  const persisted = createPersistedOperations<Contacts>({
    queue: (): OperationQueue<Contacts> => queue,
    storage,
    clock,
    tabId,
    claim,
    name: 'contacts-acts',
  });
  const offline = createOfflineContacts({
    ...{ storage, clock, owner },
    shell: () => shell,
    lists: () => lists.all(),
    cards: () => cards.all(),
  });
  const sync = createChangeSync<Contacts>({
    clock,
    queue: (): OperationQueue<Contacts> => queue,
    batch: notifier.batch,
    seq: () => (isClosed ? null : seq),
    async fetchChanges(since, apply) {
      const changes = await readContactChanges(api, since);
      const next = changes.areBooksTouched || changes.areListsTouched ? await readShell() : shell;
      apply(() => applyChanges(changes, next));
    },
    async fetchEverything(apply) {
      const present = await readContactChanges(api, null);
      const next = await readShell();
      apply(() => {
        seq = present.seq;
        takeShell(next);
        markAllStale(() => true);
        cards.markStale();
      });
    },
  });
  const queue: OperationQueue<Contacts> = createOperationQueue<Contacts>({
    kindOf: kindOfOperation,
    send: (operation) => sendOperation(api, operation),
    lists: () => ownBooks,
    resolve: (id) => id,
    overlay,
    batch: notifier.batch,
    clock,
    isOnline: online.isOnline,
    changed: persisted.changed,
    refused(pending, error) {
      if (!isOwn(pending.operation)) notifier.batch(() => markAllStale(isUnheard));
      const { operation } = firstOf(pending);
      notifier.emit({ kind: 'refused', operation, error, undoing: pending.undoes !== null });
    },
    confirmed: takeConfirmed,
    sync: sync.sync,
  });
  const kept = createKeptEdits({
    ...{ api, storage, clock, online, owner },
    changed: () => notifier.batch(() => undefined),
    saved: (card) => void show(card),
    ended: (outcome) => notifier.emit({ kind: 'kept-edit', ...outcome }),
  });
  notifier.onChanged(loader.loadStale);
  notifier.onChanged(cards.loadStale);
  notifier.onChanged(offline.changed);
  const stopListening = online.onChange(() => {
    if (online.isOnline()) resume();
  });
  let shownLists: { of: ContactsShell['lists']; differences: object; lists: ContactsShell['lists'] } | null =
    null;

  /** Contacts of books that others share are not in this journal. */
  function isOwn(operation: ContactOperation): boolean {
    return contactsOf(operation).every(({ book_id }) => ownBooks?.ownBooks.has(book_id) ?? false);
  }

  /** True when the list can change without an entry in the journal. */
  function isUnheard({ place: { list } }: KnownList): boolean {
    if (list.kind === 'search') return true;
    return list.kind === 'book' && ownBooks !== null && !ownBooks.ownBooks.has(list.id);
  }

  /** What becomes of contacts of shared books is not in the journal: they leave the screen with the operation. */
  function takeConfirmed({ operation }: PendingOperation<Contacts>): void {
    const unheard = contactsOf(operation).filter(({ book_id }) => !ownBooks?.ownBooks.has(book_id));
    if (unheard.length === 0) return;
    applyCards(unheard.map(({ id }) => ({ id, card: null })));
    markAllStale(isUnheard);
  }

  function applyCards(changes: readonly CardChange[]): void {
    for (const change of changes) {
      lists.applyCard(change);
      cards.applyCard(change);
    }
    overlay.applyChanges({
      outcomes: changes.map(({ id, card }) => ({
        id,
        rows: new Map([
          ...(card ? rowsByList(rowOf(card), ownBooks?.ownBooks ?? new Set()) : []),
          ...lists.rowsOf(id),
        ]),
      })),
      merged: [],
    });
  }

  function markAllStale(which: (list: KnownList) => boolean): void {
    for (const list of lists.all()) if (which(list)) markStale(list);
  }

  function applyChanges(changes: ContactChanges, next: ContactsShell | null): void {
    seq = changes.seq;
    takeShell(next);
    applyCards(changes.cards);
    if (!changes.areBooksTouched) return;
    markAllStale(({ place }) => place.list.kind !== 'trash');
    // A book that is no longer shared takes its open card with it.
    cards.markStale();
  }

  async function readShell(): Promise<ContactsShell> {
    const [books, named] = await Promise.all([api.listContactBooks({}), api.listContactLists({})]);
    return { books: books.data, lists: named.data };
  }

  function takeShell(next: ContactsShell | null): void {
    if (!next || next === shell) return;
    shell = next;
    const own = next.books.filter(({ permission }) => permission === 'OWNER');
    ownBooks = { ownBooks: new Set(own.map(({ id }) => id)) };
  }

  /** The journal's number is read first: everything read after it is at least as new. */
  function start(): Promise<void> {
    starting ??= (async () => {
      const present = await readContactChanges(api, null);
      const next = await readShell();
      seq = present.seq;
      notifier.batch(() => takeShell(next));
      if (!isClosed) await persisted.restore(owner);
      if (isClosed) return;
      queue.resume();
      void kept.restore();
      // Operations that began before the number was known may be answered by now.
      sync.resume();
    })().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  async function showLastShell(): Promise<void> {
    const last = await offline.shell();
    if (!isClosed && !shell && last) notifier.batch(() => takeShell(last));
  }

  /** The list as cached on this device, with the operations that were begun since and not sent. */
  async function lastSeen(list: KnownList): Promise<(() => void) | null> {
    await showLastShell();
    await Promise.all([persisted.restore(owner), kept.restore()]);
    const page = await offline.page(list.key);
    if (isClosed || !page) return null;
    return () => {
      list.page ??= page;
    };
  }

  function resume(): void {
    if (isClosed) return;
    loader.resume();
    cards.resume();
    queue.resume();
    kept.resume();
    sync.resume();
    sync.sync();
    notifier.batch(loader.loadStale);
  }

  function act(operation: ContactOperation): ContactAct {
    const pending = queue.begin(operation);
    return { id: pending.id, operation, undo: async () => queue.undo(pending), settled: pending.settled };
  }

  /** Settles when the screen shows what the server has done. */
  async function show(card: ContactCard | null): Promise<void> {
    if (card) notifier.batch(() => applyCards([{ id: card.id, card }]));
    sync.sync();
    await sync.idle();
  }

  return {
    subscribe: notifier.subscribe,
    onEvent: notifier.onEvent,
    view: lists.view,
    hold(place) {
      const list = lists.get(place);
      list.holds += 1;
      notifier.batch(() => {
        if (loader.isLoading(list) || (!list.error && !isUnheard(list))) return;
        list.error = null;
        list.stale = true;
      });
      return () => lists.release(list);
    },
    loadMore: (place) => loader.loadMore(lists.get(place)),
    async refresh(place) {
      const list = lists.get(place);
      notifier.batch(() => (list.error = null));
      sync.sync();
      await Promise.all([loader.load(list), sync.idle()]);
    },
    card: cards.view,
    holdCard: cards.hold,
    async readCard(id) {
      const { data } = await api.getContact({ params: { id } });
      notifier.batch(() => applyCards([{ id, card: data }]));
      return data;
    },
    books: () => shell?.books ?? null,
    lists() {
      if (!shell) return null;
      const differences = overlay.countDifferences();
      if (shownLists?.of !== shell.lists || shownLists.differences !== differences) {
        const named = shell.lists.map((one) => {
          const more = differences.get(namedListId(one.name))?.cards ?? 0;
          return more === 0 ? one : { ...one, total: Math.max(0, one.total + more) };
        });
        shownLists = { of: shell.lists, differences, lists: named };
      }
      return shownLists.lists;
    },
    async membersOf(name) {
      const members = new Set<string>();
      const place = { list: { kind: 'list', name }, order: 'given', from: null } as const;
      let cursor: string | null = null;
      for (let pages = 0; pages < MOST_PAGES && (pages === 0 || cursor !== null); pages += 1) {
        const page = await readPage(api, place, { limit: MEMBERS_PAGE, ...(cursor !== null && { cursor }) });
        for (const { id } of page.contacts) members.add(id);
        cursor = page.next;
      }
      return members;
    },
    act,
    async create({ uid, bookId, fields }) {
      const body = { uid, fields, ...(bookId !== null && { book_id: bookId }) };
      const { data } = await api.createContact({ body });
      await show(data);
      return data;
    },
    async change({ id, revision, fields }) {
      const { data } = await api.changeContact({ params: { id }, body: { revision, fields } });
      await show(data);
      return data;
    },
    keptEdits: kept.all,
    keepEdit: kept.keep,
    dropEdit: kept.drop,
    async emptyTrash() {
      await api.deleteContacts({ body: {} });
      markAllStale(({ place }) => place.list.kind === 'trash');
      notifier.batch(loader.loadStale);
      await show(null);
    },
    start,
    changed: sync.sync,
    connected: resume,
    close() {
      isClosed = true;
      queue.pause();
      kept.close();
      loader.close();
      cards.close();
      persisted.close();
      offline.close();
      stopListening();
    },
  };
}
