import type { ApiClient } from '@bocau/contract/client.ts';
import type { ModelClock } from '../engine/environment.ts';
import type { Notifier } from '../engine/notifier.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { DriveLists, KnownList, ListPage } from './drive-lists.ts';
import { withMore } from './drive-lists.ts';
import { loadPage } from './load-list.ts';
import type { EntryChange } from './read-changes.ts';

/** Rows of the first page, and of each that follows. */
const PAGE = 200;
const MOST_AT_ONCE = 500;

/** Not there any more, or not for who asks: nothing of it is shown. */
const GONE = new Set([403, 404]);

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  lists: DriveLists;
  notifier: Pick<Notifier<never>, 'batch'>;
  isClosed(): boolean;
  /** What has to be known before any list is read. */
  start(): Promise<void>;
  /** Shows what was seen of a list on this device, while there is no connection. */
  showLastSeen(list: KnownList): Promise<void>;
};

/** Brings lists from the server; what fails is tried again less and less often, and says why until it is answered. */
export function createListLoader({ api, clock, lists, notifier, isClosed, start, showLastSeen }: Deps) {
  const retry = createRetry(clock);

  /** From its beginning, as far as the rows reached that were there. */
  async function load(list: KnownList): Promise<void> {
    if (list.isLoading || isClosed()) return;
    const reached = list.page?.files.length ?? 0;
    list.isLoading = true;
    list.stale = false;
    list.wantsMore = false;
    try {
      await start();
      await read(
        list,
        () => readFrom(list, reached),
        (page, changes) => {
          list.page = lists.withChanges(list, page, changes);
        },
      );
    } catch (thrown) {
      if (!list.page && isUnreachable(asApiError(thrown))) await showLastSeen(list);
      fail(list, thrown);
    }
  }

  async function readFrom(list: KnownList, reached: number): Promise<ListPage> {
    let page = await loadPage(api, list, { limit: Math.min(MOST_AT_ONCE, Math.max(PAGE, reached)) });
    while (page.next !== null && page.files.length < reached && !isClosed()) {
      const more = await loadPage(api, list, { limit: MOST_AT_ONCE, cursor: page.next });
      page = { ...page, files: withMore(page.files, more.files), next: more.next };
    }
    return page;
  }

  async function loadMore(list: KnownList): Promise<void> {
    const { page } = list;
    if (!page || page.next === null || list.isLoading || isClosed()) return;
    const { next } = page;
    list.isLoading = true;
    list.wantsMore = true;
    try {
      await read(
        list,
        () => loadPage(api, list, { limit: MOST_AT_ONCE, cursor: next }),
        (more, changes) => {
          const present = list.page ?? page;
          const files = withMore(present.files, more.files);
          const longer = lists.withChanges(list, { ...present, files, next: more.next }, changes);
          // The changes are counted there already.
          list.page = { ...longer, total: present.total };
          list.wantsMore = false;
        },
      );
    } catch (thrown) {
      // Where it goes on is refused: its beginning may say more.
      if (!isUnreachable(asApiError(thrown))) list.stale = true;
      fail(list, thrown);
    }
  }

  /** `take` is given what was applied meanwhile, too: the answer may be older than that. */
  async function read(
    list: KnownList,
    ask: () => Promise<ListPage>,
    take: (page: ListPage, changes: readonly EntryChange[]) => void,
  ): Promise<void> {
    const reading = lists.startReading();
    try {
      const page = await ask();
      list.isLoading = false;
      notifier.batch(() => {
        list.error = null;
        take(page, reading.appliedSince());
      });
      if (![...lists.all()].some(({ error }) => error && isUnreachable(error))) retry.worked();
    } finally {
      reading.done();
    }
  }

  /** What was shown stays, if it is not gone; without an answer it is tried again. */
  function fail(list: KnownList, thrown: unknown): void {
    const error = asApiError(thrown);
    list.isLoading = false;
    if (isUnreachable(error) || list.stale) retry.later(tryAgain, error.retryAfter);
    notifier.batch(() => {
      list.error = error;
      if (GONE.has(error.status)) list.page = null;
    });
  }

  /** Says why it failed until there is an answer. */
  function tryAgain(): void {
    for (const list of lists.all()) {
      if (list.holds === 0 || !list.error) continue;
      if (list.wantsMore && !list.stale) void loadMore(list);
      else if (list.stale || isUnreachable(list.error)) void load(list);
    }
  }

  return {
    load,
    loadMore(list: KnownList): void {
      if (!list.error || !retry.isWaiting()) void loadMore(list);
    },
    loadStale(): void {
      for (const list of lists.all()) {
        if (list.holds > 0 && (list.stale || !list.page) && !list.isLoading && !list.error) void load(list);
      }
    },
    resume(): void {
      retry.reset();
      tryAgain();
    },
    close: retry.reset,
  };
}

/** It may not be what it was; and where it was refused, it may be given now. */
export function markStale(list: KnownList): void {
  list.stale = true;
  if (list.error && !isUnreachable(list.error)) list.error = null;
}
