import type { ApiClient } from '@bocau/contract/client.ts';
import type { InputOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { searchThreads } from '@bocau/contract/threads.ts';
import type { ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import { isFiltered, isListed as isFolderList, listName, sortOf, termsOf } from './list-filter.ts';
import type { Page, PageAnswer } from './list-pages.ts';
import type { ListRef, PageRef, WordsApart } from './mail-model.ts';
import type { MailStore } from './mail-store.ts';
import { isListed } from './operations/listed.ts';
import { listKey } from './page-keys.ts';

type ListLoader = {
  hold(ref: PageRef): () => void;
  refresh(ref: PageRef): Promise<void>;
  /** Loads pages that are looked at and not as they should be. */
  loadStale(): void;
  /** Tries again at once what failed. */
  resume(): void;
};

type Counted = Pick<PageAnswer, 'total' | 'unread' | 'totalIsCapped'>;
const COUNTED_LISTS = 30;

type Deps = {
  store: MailStore;
  api: ApiClient;
  clock: ModelClock;
  /** Settles when the number is known that answers from now on are not older than. */
  ready(): Promise<void>;
  cached(page: Page): Promise<PageAnswer | null>;
  /** Applies what has changed up to now. */
  catchUp(): Promise<void>;
};

export async function fetchPage(api: ApiClient, ref: PageRef, signal?: AbortSignal): Promise<PageAnswer> {
  const page = { limit: String(ref.limit), offset: String(ref.offset) };
  const { data, meta } = await answerOf(api, ref.list, page, signal);
  const { total, unread, total_is_capped = false, sort_pending = false } = meta;
  return {
    rows: data,
    total,
    unread,
    totalIsCapped: total_is_capped,
    sortPending: sort_pending,
    apart: apartOf(meta),
    words: meta.words ?? null,
  };
}

/** Whether the rows are of conversations, or of single messages, as lists have them. */
export function isOfForm({ rows }: PageAnswer, single: boolean): boolean {
  return rows.every((row) => isListed(row.id, single));
}

type Asked = { limit: string; offset: string; count_only?: 'true'; words?: string };

function answerOf(api: ApiClient, list: ListRef, page: Asked, signal?: AbortSignal) {
  const sort = sortOf(list);
  const query = { ...page, ...termsOf(list), ...(sort && { sort }) } as InputOf<
    typeof searchThreads
  >['query'];
  if (list.kind === 'search') return api.searchThreads({ query }, signal);
  if (list.kind === 'starred' && !isFiltered(list) && sort === null)
    return api.listStarred({ query: page }, signal);
  return api.listThreads({ query: { ...query, in: listName(list) } }, signal);
}

function apartOf({
  words,
  apart,
}: Awaited<ReturnType<ApiClient['searchThreads']>>['meta']): WordsApart | null {
  if (words === 'apart') return { total: 0, isCapped: false, shown: true };
  if (!apart || (apart.total === 0 && !apart.is_capped)) return null;
  return { total: apart.total, isCapped: apart.is_capped, shown: false };
}

/** The answer says "at least", and all of its rows can be reached: by relevance only the first of them are ordered. */
function isCountable({ list }: PageRef, { total, totalIsCapped }: PageAnswer): boolean {
  const byDate = sortOf(list) === null && termsOf(list)['sort'] !== 'defaultSort';
  return totalIsCapped && total < LIMITS.searchCountCap && byDate && !isFolderList(list);
}

export function createListLoader({ store, api, clock, ready, cached, catchUp }: Deps): ListLoader {
  const loads = new Map<string, { controller: AbortController; done: Promise<void> }>();
  const retry = createRetry(clock);
  /** The lists whose pages said "at least", with what was counted since. */
  const counted = new Map<string, Counted>();

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
    if (!page.answer) {
      store.batch(() => (page.loading = true));
      void showLastSeen(page);
    }
    await ready();
    const reading = store.log.startReading();
    try {
      if (signal.aborted) return;
      let answer = await fetchPage(api, page.ref, signal);
      if (!isOfForm(answer, store.single)) {
        // The setting was changed: either this is older than what is known, or newer.
        await catchUp();
        answer = await fetchPage(api, page.ref, signal);
      }
      if (signal.aborted) return;
      const countable = isCountable(page.ref, answer);
      if (countable) answer = { ...answer, ...counted.get(listKey(page.ref.list)) };
      store.batch(() => {
        store.pages.apply(page, answer, reading.appliedSince());
        const listId = store.pages.listIdOf(page.ref);
        store.overlay.applyRows(page.answer?.rows ?? [], (row) => listId ?? row.folder_id);
        page.loading = false;
      });
      retry.worked();
      if (countable) void countOn(page, answer.words ?? undefined);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asApiError(thrown);
      const old = page.answer === null && isUnreachable(error) ? await cached(page) : null;
      store.batch(() => {
        if (old) store.pages.applyLastSeen(page, old);
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

  /** No row waits for it; where it fails, "at least" stays true. */
  async function countOn(page: Page, words: string | undefined): Promise<void> {
    const asked: Asked = { limit: '1', offset: '0', count_only: 'true', ...(words && { words }) };
    const said = await answerOf(api, page.ref.list, asked).catch(() => null);
    if (!said) return;
    const { total, unread, total_is_capped: totalIsCapped = false } = said.meta;
    if (counted.size >= COUNTED_LISTS) counted.clear();
    counted.set(listKey(page.ref.list), { total, unread, totalIsCapped });
    const { answer } = page;
    if (answer && (answer.totalIsCapped || answer.total !== total))
      store.batch(() => (page.answer = { ...answer, total, unread, totalIsCapped }));
  }

  /** Lists that are turned to before the server has answered. */
  async function showLastSeen(page: Page): Promise<void> {
    if (store.seq !== null) return;
    const old = await cached(page);
    if (!old || page.answer || store.seq !== null) return;
    store.batch(() => store.pages.applyLastSeen(page, old));
  }

  function isDue(page: Page): boolean {
    return (page.stale || !page.answer) && !page.error;
  }

  /** A list that nobody looks at any more is not waited for. */
  function release(page: Page): void {
    if (page.holds > 0) return;
    const under = loads.get(page.key);
    loads.delete(page.key);
    under?.controller.abort();
    // While it is looked at, what was read stays among the unread, and is gone from them the next time; and pages that
    // are not looked at do not hear what moved within an order.
    const { list } = page.ref;
    if (isFiltered(list) || sortOf(list) !== null) page.stale = true;
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
        queueMicrotask(() => release(page));
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
