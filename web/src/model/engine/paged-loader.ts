import type { ApiError } from '@bocau/contract/client.ts';
import type { ChangeLog } from './change-log.ts';
import type { ModelClock } from './environment.ts';
import { createHeldLoader, type Held } from './held-loader.ts';
import type { Notifier } from './notifier.ts';
import { isUnreachable } from './retry.ts';

/** What is known of a list: its rows from the beginning on, with what else the noun knows of it. */
type Page = { next: string | null; total: number | null };

/** A list that is loaded from its beginning, page by page. */
export type PagedList<P> = Held & {
  /** Null until the first page is there. */
  page: P | null;
  /** The next page was requested and has not arrived. */
  wantsMore: boolean;
};

/** Not found, or not accessible to this user: nothing of it is shown. */
const GONE = new Set([403, 404]);

type Deps<P extends Page, List extends PagedList<P>, Change> = {
  clock: ModelClock;
  lists: Pick<ChangeLog<Change>, 'startReading'> & {
    all(): Iterable<List>;
    /** Applies the changes that arrived while a page was being read: the page may be older. */
    withChanges(list: List, page: P, changes: readonly Change[]): P;
  };
  notifier: Pick<Notifier<never>, 'batch'>;
  /** Settles what must be known before any list is read. */
  start(): Promise<void>;
  /** Shows a list from this device's cache while there is no connection. */
  lastSeen(list: List): Promise<(() => void) | null>;
  /** Reads the first page; `reached`: how many rows were loaded before, if the server gives so many at once. */
  readFirst(list: List, reached: number): Promise<P>;
  readNext(list: List, cursor: string): Promise<P>;
  countRows(page: P): number;
  /** A page and the rows of the one that follows it. */
  append(page: P, more: P): P;
};

/** Loads lists from the server, page by page. */
export function createPagedLoader<P extends Page, List extends PagedList<P>, Change>(
  deps: Deps<P, List, Change>,
) {
  const { lists, append, countRows } = deps;
  const loader = createHeldLoader<List, Change>({
    clock: deps.clock,
    log: lists,
    batch: deps.notifier.batch,
    entries: lists.all,
    isKnown: ({ page }) => page !== null,
    ready: deps.start,
    lastSeen: deps.lastSeen,
    load: (list) => void (list.wantsMore && !list.stale ? loadMore(list) : load(list)),
  });

  /** Loads a list from its beginning, as far as it was loaded before. */
  function load(list: List): Promise<void> {
    const reached = list.page ? countRows(list.page) : 0;
    if (!loader.isLoading(list)) list.wantsMore = false;
    return loader.read<P>(list, {
      async ask(signal) {
        let page = await deps.readFirst(list, reached);
        while (page.next !== null && countRows(page) < reached && !signal.aborted)
          page = append(page, await deps.readNext(list, page.next));
        return page;
      },
      take(page, changes) {
        list.page = lists.withChanges(list, page, changes);
      },
      failed: (error) => forgetGone(list, error),
    });
  }

  function loadMore(list: List): Promise<void> {
    const { page } = list;
    if (!page || page.next === null || loader.isLoading(list)) return Promise.resolve();
    const { next } = page;
    list.wantsMore = true;
    return loader.read<P>(list, {
      continues: true,
      ask: () => deps.readNext(list, next),
      take(more, changes) {
        const present = list.page ?? page;
        const longer = lists.withChanges(list, append(present, more), changes);
        // The total already includes the changes.
        list.page = { ...longer, total: present.total };
        list.wantsMore = false;
      },
      failed: (error) => forgetGone(list, error),
    });
  }

  /** Keeps the loaded rows, unless the list is gone. */
  function forgetGone(list: List, { status }: ApiError): void {
    if (GONE.has(status)) list.page = null;
  }

  return {
    load,
    /** A list that failed is left to the common retry while that waits. */
    loadMore(list: List): void {
      if (!list.error || !loader.isWaiting()) void loadMore(list);
    },
    isLoading: loader.isLoading,
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
}

/** The list may have changed; and if access was refused, it may be granted now. */
export function markStale(list: Held): void {
  list.stale = true;
  if (list.error && !isUnreachable(list.error)) list.error = null;
}
