import type { ApiClient } from '@bocau/contract/client.ts';
import type { InputOf } from '@bocau/contract/endpoint.ts';
import type { searchThreads } from '@bocau/contract/threads.ts';
import type { Page, PageAnswer } from '../base/list-pages.ts';
import type { MailStore } from '../base/mail-store.ts';
import type { PageRef } from '../mail-model.ts';
import type { ModelClock } from '../model-options.ts';
import { asApiError, createRetry, isUnreachable } from './failures.ts';

type ListLoader = {
  hold(ref: PageRef): () => void;
  refresh(ref: PageRef): Promise<void>;
  /** Loads pages that are looked at and not as they should be. */
  loadStale(): void;
  /** Tries again at once what failed. */
  resume(): void;
};

type Deps = {
  store: MailStore;
  api: ApiClient;
  clock: ModelClock;
  /** Settles when the number is known that answers from now on are not older than. */
  ready(): Promise<void>;
  kept(page: Page): Promise<PageAnswer | null>;
};

export async function fetchPage(api: ApiClient, ref: PageRef, signal?: AbortSignal): Promise<PageAnswer> {
  const page = { limit: String(ref.limit), offset: String(ref.offset) };
  const { data, meta } = await (ref.list.kind === 'starred'
    ? api.listStarred({ query: page }, signal)
    : ref.list.kind === 'folder'
      ? api.listThreads({ query: { ...page, in: ref.list.path } }, signal)
      : api.searchThreads(
          { query: { ...page, ...ref.list.terms } } as InputOf<typeof searchThreads>,
          signal,
        ));
  return { rows: data, total: meta.total, unread: meta.unread, totalIsCapped: meta.total_is_capped ?? false };
}

export function createListLoader({ store, api, clock, ready, kept }: Deps): ListLoader {
  const loads = new Map<string, { controller: AbortController; done: Promise<void> }>();
  const retry = createRetry(clock);

  function load(page: Page): Promise<void> {
    const under = loads.get(page.key);
    if (under) return under.done;
    const entry = { controller: new AbortController(), done: Promise.resolve() };
    loads.set(page.key, entry);
    entry.done = run(page, entry.controller.signal).finally(() => {
      if (loads.get(page.key) === entry) loads.delete(page.key);
      if (page.holds > 0 && isDue(page)) void load(page);
    });
    return entry.done;
  }

  async function run(page: Page, signal: AbortSignal): Promise<void> {
    if (!page.answer) store.batch(() => (page.loading = true));
    await ready();
    const reading = store.log.startReading();
    try {
      if (signal.aborted) return;
      const answer = await fetchPage(api, page.ref, signal);
      if (signal.aborted) return;
      store.batch(() => {
        store.pages.lay(page, answer, reading.laidSince());
        store.overlay.layRows(store.pages.listIdOf(page.ref), page.answer?.rows ?? []);
        page.loading = false;
      });
      retry.worked();
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asApiError(thrown);
      const old = page.answer ?? (isUnreachable(error) ? await kept(page) : null);
      store.batch(() => {
        page.answer ??= old;
        page.error = error;
        page.stale = true;
        page.loading = false;
      });
      if (isUnreachable(error)) retry.later(resume, error.retryAfter);
    } finally {
      reading.done();
      if (signal.aborted && page.loading) store.batch(() => (page.loading = false));
    }
  }

  function isDue(page: Page): boolean {
    return (page.stale || !page.answer) && !page.error;
  }

  /** A list that nobody looks at any more is not waited for. */
  function letGo(page: Page): void {
    if (page.holds > 0) return;
    const under = loads.get(page.key);
    loads.delete(page.key);
    under?.controller.abort();
  }

  function loadStale(): void {
    for (const page of store.pages.all()) {
      if (page.holds > 0 && isDue(page) && !loads.has(page.key)) void load(page);
    }
  }

  function resume(): void {
    retry.reset();
    for (const page of store.pages.all()) {
      if (page.error && isUnreachable(page.error)) page.error = null;
    }
    loadStale();
  }

  return {
    hold(ref) {
      const page = store.pages.open(ref);
      page.holds++;
      page.error = null;
      if (isDue(page)) void load(page);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        page.holds--;
        queueMicrotask(() => letGo(page));
      };
    },
    async refresh(ref) {
      const page = store.pages.open(ref);
      await loads.get(page.key)?.done;
      await load(page);
    },
    loadStale,
    resume,
  };
}
