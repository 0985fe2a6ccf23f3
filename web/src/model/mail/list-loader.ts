import type { ChangeSet } from '@bocau/contract/changes.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import type { InputOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { searchThreads } from '@bocau/contract/threads.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader } from '../engine/held-loader.ts';
import { isFiltered, isListed as isFolderList, listQuery, sortOf, termsOf } from './list-filter.ts';
import type { Page, PageAnswer } from './list-pages.ts';
import type { ListRef, PageRef, WordsApart } from './mail-model.ts';
import type { MailStore } from './mail-store.ts';
import { isListed } from './operations/listed.ts';
import { listKey } from './page-keys.ts';

type ListLoader = {
  hold(ref: PageRef): () => void;
  refresh(ref: PageRef): Promise<void>;
  /** Loads stale pages that are on screen. */
  loadStale(): void;
  /** Retries at once what failed. */
  resume(): void;
};

type Counted = Pick<PageAnswer, 'total' | 'unread' | 'totalIsCapped'>;
const COUNTED_LISTS = 30;

type Deps = {
  store: MailStore;
  api: ApiClient;
  clock: ModelClock;
  /** Settles when the journal's sequence number is known: answers from then on are not older than it. */
  ready(): Promise<void>;
  cached(page: Page): Promise<PageAnswer | null>;
  /** Applies all changes up to now. */
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

/** Whether the rows match the mode of lists: conversations, or single messages. */
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
  return api.listThreads({ query: { ...query, ...listQuery(list) } }, signal);
}

function apartOf({
  words,
  apart,
}: Awaited<ReturnType<ApiClient['searchThreads']>>['meta']): WordsApart | null {
  if (words === 'apart') return { total: 0, isCapped: false, shown: true };
  if (!apart || (apart.total === 0 && !apart.is_capped)) return null;
  return { total: apart.total, isCapped: apart.is_capped, shown: false };
}

/**
 * True when the total is capped ("at least") and all rows can be reached: by relevance, only the first rows
 * are ordered.
 */
function isCountable({ list }: PageRef, { total, totalIsCapped }: PageAnswer): boolean {
  const byDate = sortOf(list) === null && termsOf(list)['sort'] !== 'defaultSort';
  return totalIsCapped && total < LIMITS.searchCountCap && byDate && !isFolderList(list);
}

export function createListLoader({ store, api, clock, ready, cached, catchUp }: Deps): ListLoader {
  /** Lists with a capped total ("at least"), and the count that was fetched later. */
  const counted = new Map<string, Counted>();
  const loader = createHeldLoader<Page, ChangeSet>({
    clock,
    log: store.log,
    batch: store.batch,
    entries: store.pages.all,
    isKnown: ({ answer }) => answer !== null,
    ready,
    load: (page) => void load(page),
    async lastSeen(page) {
      const old = await cached(page);
      return old && (() => store.pages.applyLastSeen(page, old));
    },
  });

  function load(page: Page): Promise<void> {
    if (!page.answer) void showLastSeen(page);
    return loader.read<PageAnswer>(page, {
      ask: (signal) => ask(page, signal),
      take(answer, changes) {
        const countable = isCountable(page.ref, answer);
        const known = countable ? { ...answer, ...counted.get(listKey(page.ref.list)) } : answer;
        store.pages.apply(page, known, changes);
        const listId = store.pages.listIdOf(page.ref);
        store.overlay.applyRows(page.answer?.rows ?? [], (row) => listId ?? row.folder_id);
        if (countable) void countOn(page, answer.words ?? undefined);
      },
    });
  }

  async function ask(page: Page, signal: AbortSignal): Promise<PageAnswer> {
    const answer = await fetchPage(api, page.ref, signal);
    if (isOfForm(answer, store.single)) return answer;
    // The setting has changed: this answer is either older or newer than what is known here.
    await catchUp();
    return fetchPage(api, page.ref, signal);
  }

  /** Counts past the cap without delaying the rows; when it fails, "at least" stays true. */
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

  /** Shows the cached rows of a list that is opened before the server has answered. */
  async function showLastSeen(page: Page): Promise<void> {
    if (store.seq !== null) return;
    const old = await cached(page);
    if (!old || page.answer || store.seq !== null) return;
    store.batch(() => store.pages.applyLastSeen(page, old));
  }

  /** Aborts the request for a list that is no longer on screen. */
  function release(page: Page): void {
    if (page.holds > 0) return;
    loader.abort(page);
    // In a filtered list, a thread that was just read keeps its row among the unread until the list is opened
    // again; and pages that are not on screen miss moves within a sort order.
    const { list } = page.ref;
    if (isFiltered(list) || sortOf(list) !== null) page.stale = true;
  }

  return {
    hold(ref) {
      const page = store.pages.open(ref);
      page.holds++;
      if (page.error) Object.assign(page, { error: null, stale: true });
      if (loader.isDue(page)) void load(page);
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
      await loader.idle(page);
      await load(page);
    },
    loadStale: loader.loadStale,
    resume: loader.resume,
  };
}
