import type { ApiClient } from '@bocau/contract/client.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader } from '../engine/held-loader.ts';
import { withMore } from '../engine/known-rows.ts';
import type { Notifier } from '../engine/notifier.ts';
import { isUnreachable } from '../engine/retry.ts';
import type { DriveLists, KnownList, ListPage } from './drive-lists.ts';
import { loadPage } from './load-list.ts';
import type { EntryChange } from './read-changes.ts';

/** Page size: of the first page, and of each that follows. */
const PAGE = 200;
const MOST_AT_ONCE = 500;

/** Not found, or not accessible to this user: nothing of it is shown. */
const GONE = new Set([403, 404]);

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  lists: DriveLists;
  notifier: Pick<Notifier<never>, 'batch'>;
  /** Settles what must be known before any list is read. */
  start(): Promise<void>;
  /** Shows a list from this device's cache while there is no connection. */
  lastSeen(list: KnownList): Promise<(() => void) | null>;
};

/** Loads lists from the server, page by page. */
export function createListLoader({ api, clock, lists, notifier, start, lastSeen }: Deps) {
  const loader = createHeldLoader<KnownList, EntryChange>({
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
    const reached = list.page?.files.length ?? 0;
    if (!loader.isLoading(list)) list.wantsMore = false;
    return loader.read<ListPage>(list, {
      ask: (signal) => readFrom(list, reached, signal),
      take(page, changes) {
        list.page = lists.withChanges(list, page, changes);
      },
      failed: ({ status }) => forgetGone(list, status),
    });
  }

  async function readFrom(list: KnownList, reached: number, signal: AbortSignal): Promise<ListPage> {
    let page = await loadPage(api, list, { limit: Math.min(MOST_AT_ONCE, Math.max(PAGE, reached)) });
    while (page.next !== null && page.files.length < reached && !signal.aborted) {
      const more = await loadPage(api, list, { limit: MOST_AT_ONCE, cursor: page.next });
      page = { ...page, files: withMore(page.files, more.files), next: more.next };
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
      ask: () => loadPage(api, list, { limit: MOST_AT_ONCE, cursor: next }),
      take(more, changes) {
        const present = list.page ?? page;
        const files = withMore(present.files, more.files);
        const longer = lists.withChanges(list, { ...present, files, next: more.next }, changes);
        // The total already includes the changes.
        list.page = { ...longer, total: present.total };
        list.wantsMore = false;
      },
      failed: ({ status }) => forgetGone(list, status),
    });
  }

  return {
    load,
    isLoading: loader.isLoading,
    loadMore(list: KnownList): void {
      if (!list.error || !loader.isWaiting()) void loadMore(list);
    },
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
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
