import type { ApiClient } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader } from '../engine/held-loader.ts';
import { withMore } from '../engine/known-rows.ts';
import type { Notifier } from '../engine/notifier.ts';
import { isUnreachable } from '../engine/retry.ts';
import type { ContactLists, KnownList, ListPage } from './contact-lists.ts';
import { type ContactPlace, hasLetters } from './contact-place.ts';
import type { CardChange } from './read-contact-changes.ts';

/** As many as the server gives at once. */
const PAGE = LIMITS.pageSizeMax;

/** Not found, or not accessible to this user: nothing of it is shown. */
const GONE = new Set([403, 404]);

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  lists: ContactLists;
  notifier: Pick<Notifier<never>, 'batch'>;
  /** Settles what must be known before any list is read. */
  start(): Promise<void>;
  /** Shows a list from this device's cache while there is no connection. */
  lastSeen(list: KnownList): Promise<(() => void) | null>;
};

/** Loads lists from the server, page by page. */
export function createContactListLoader({ api, clock, lists, notifier, start, lastSeen }: Deps) {
  const loader = createHeldLoader<KnownList, CardChange>({
    clock,
    log: lists,
    batch: notifier.batch,
    entries: lists.all,
    isKnown: ({ page }) => page !== null,
    ready: start,
    lastSeen,
    load: (list) => void (list.wantsMore && !list.stale ? loadMore(list) : load(list)),
  });

  /** Loads a list from its beginning, as far as it was loaded before. */
  function load(list: KnownList): Promise<void> {
    const reached = list.page?.contacts.length ?? 0;
    if (!loader.isLoading(list)) list.wantsMore = false;
    return loader.read<ListPage>(list, {
      async ask(signal) {
        const [page, letters] = await Promise.all([
          readFrom(list, reached, signal),
          readLetters(api, list.place),
        ]);
        return { ...page, letters };
      },
      take(page, changes) {
        list.page = lists.withChanges(list, page, changes);
      },
      failed: ({ status }) => forgetGone(list, status),
    });
  }

  async function readFrom({ place }: KnownList, reached: number, signal: AbortSignal): Promise<ListPage> {
    let page = await readPage(api, place, { limit: PAGE });
    while (page.next !== null && page.contacts.length < reached && !signal.aborted) {
      const more = await readPage(api, place, { limit: PAGE, cursor: page.next });
      page = { ...page, contacts: withMore(page.contacts, more.contacts), next: more.next };
    }
    return page;
  }

  function loadMore(list: KnownList): Promise<void> {
    const { page } = list;
    if (!page || page.next === null || loader.isLoading(list)) return Promise.resolve();
    const { next } = page;
    list.wantsMore = true;
    return loader.read<ListPage>(list, {
      continues: true,
      ask: () => readPage(api, list.place, { limit: PAGE, cursor: next }),
      take(more, changes) {
        const present = list.page ?? page;
        const contacts = withMore(present.contacts, more.contacts);
        const longer = lists.withChanges(list, { ...present, contacts, next: more.next }, changes);
        // The total already includes the changes.
        list.page = { ...longer, total: present.total };
        list.wantsMore = false;
      },
      failed: ({ status }) => forgetGone(list, status),
    });
  }

  return {
    load,
    loadMore: (list: KnownList): void => void loadMore(list),
    isLoading: loader.isLoading,
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
}

function placeQuery({ list, order }: ContactPlace) {
  return {
    order,
    ...(list.kind === 'book' && { book_id: list.id }),
    ...(list.kind === 'list' && { list: list.name }),
    ...((list.kind === 'favorites' || list.kind === 'trash') && { only: list.kind }),
  };
}

/** A page of a list: the first one, or the one after a cursor. */
export async function readPage(
  api: ApiClient,
  place: ContactPlace,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<ListPage> {
  const { data, meta } = await api.listContacts({
    query: {
      ...placeQuery(place),
      ...(place.list.kind === 'search' && { search: place.list.words }),
      ...(place.from !== null && { from: place.from }),
      limit: String(limit),
      ...(cursor !== undefined && { cursor }),
    },
  });
  return { contacts: data, next: meta.next_cursor, total: meta.total, letters: [] };
}

async function readLetters(api: ApiClient, place: ContactPlace): Promise<readonly string[]> {
  if (!hasLetters(place.list)) return [];
  return (await api.listContactLetters({ query: placeQuery(place) })).data;
}

/** Keeps the loaded rows, unless the list is gone. */
function forgetGone(list: KnownList, status: number): void {
  if (GONE.has(status)) list.page = null;
}

/** The list may have changed; and if access was refused, it may be granted now. */
export function markStale(list: KnownList): void {
  list.stale = true;
  if (list.error && !isUnreachable(list.error)) list.error = null;
}
