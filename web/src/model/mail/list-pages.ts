import type { ChangeSet } from '@bocau/contract/changes.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { Held } from '../engine/held-loader.ts';
import { sameValue } from '../engine/same-value.ts';
import type { FolderTree } from './folder-tree.ts';
import { fits, folderPathOf, isFiltered, isListed, sortOf } from './list-filter.ts';
import type { ListRef, PageRef, WordsApart } from './mail-model.ts';
import { isListed as hasRows } from './operations/listed.ts';
import type { RowsByList } from './operations/operation.ts';
import type { Places } from './operations/places.ts';
import { listKey, pageKey } from './page-keys.ts';
import {
  applyOutcomes,
  applyToSearch,
  listedAt,
  type PageKind,
  placeOf,
  type ThreadOutcome,
} from './page-rows.ts';

export type PageAnswer = {
  rows: readonly Thread[];
  total: number;
  unread: number;
  totalIsCapped: boolean;
  apart?: WordsApart | null;
  /** Sorted by date for now: the server cannot sort by the requested order yet. */
  sortPending?: boolean;
  /** For a search of several words: how the server matched them. */
  words?: string | null;
  /** For a search: threads that left it. Their rows keep their place in case that is undone. */
  gone?: readonly string[];
};

/** One page of a list as the server sent it, with later changes of its rows applied. */
export type Page = Held & {
  readonly ref: PageRef;
  readonly key: string;
  /** Null until the first answer. */
  answer: PageAnswer | null;
  /** The answer was cached at an earlier visit; the server has not confirmed it yet. */
  lastSeen: boolean;
};

export type ListPages = {
  get(ref: PageRef): Page | null;
  /** The page, created when it is not cached. It becomes the most recently used one. */
  open(ref: PageRef): Page;
  all(): Iterable<Page>;
  /** Fills a page without an answer from the cache; the server is asked all the same. */
  applyLastSeen(page: Page, answer: PageAnswer): void;
  apply(page: Page, answer: PageAnswer, missed: readonly ChangeSet[]): void;
  applyChanges(changes: ChangeSet): void;
  /** Drops pages that are not on screen, and marks the others as stale. */
  forget(): void;
  /** The rows of a thread in the lists that are cached here. */
  rowsOf(threadId: string): RowsByList;
  listIdOf(ref: PageRef): string | null;
  /** How the words of the shown list were matched; null when no page of it is cached, or it has no words. */
  wordsOf(list: ListRef): string | null;
};

const CACHED_PAGES = 30;
const NOTHING_GONE: readonly string[] = [];

export function createListPages(folders: FolderTree): ListPages {
  // Ordered by use, the most recent last.
  const pages = new Map<string, Page>();

  function idOf(list: ListRef): string | null {
    if (list.kind === 'starred') return STARRED;
    if (list.kind === 'label') return list.id;
    return list.kind === 'folder' ? (folders.byPath(list.path)?.id ?? null) : null;
  }

  function listIdOf({ list }: PageRef): string | null {
    return isListed(list) ? idOf(list) : null;
  }

  function kindOfPage(ref: PageRef): PageKind | { kind: 'search'; inFolder: boolean } | null {
    const { list } = ref;
    if (!isListed(list)) return { kind: 'search', inFolder: folderPathOf(list) !== null };
    const listId = idOf(list);
    const first = ref.offset === 0;
    if (listId === null) return null;
    return { kind: 'list', listId, first, limit: ref.limit, fits: (row) => fits(list, row) };
  }

  function applyToPage(
    page: Page,
    changes: ChangeSet,
    outcomes: readonly ThreadOutcome[],
    places: Places,
  ): void {
    const kind = kindOfPage(page.ref);
    if (!page.answer || !kind) return;
    if (kind.kind === 'search') {
      const { rows, gone: goneBefore = NOTHING_GONE } = page.answer;
      const applied = applyToSearch(kind.inFolder, { rows, gone: goneBefore }, outcomes, places);
      if (applied.rows !== rows || applied.gone !== goneBefore) page.answer = { ...page.answer, ...applied };
      const { list } = page.ref;
      const isSorted = sortOf(list) !== null;
      if ((isFiltered(list) || isSorted) && mayHaveOthers(page.ref, page.answer, outcomes)) page.stale = true;
      if (isSorted && rows.some((row, place) => mayHaveMoved(row, applied.rows[place]))) page.stale = true;
      return;
    }
    const { rows, stale } = applyOutcomes(kind, page.answer.rows, outcomes, places);
    // Folders know their counts; that of a filtered list is the server's, plus rows that come and go here.
    const total = page.answer.total + rows.length - page.answer.rows.length;
    if (rows !== page.answer.rows) page.answer = { ...page.answer, rows, total };
    if (stale || (!kind.first && hasOtherMembers(changes, kind.listId))) page.stale = true;
  }

  /** True when new rows may match that only the server can tell, or when rows left and others move up. */
  function mayHaveOthers({ list }: PageRef, answer: PageAnswer, outcomes: readonly ThreadOutcome[]): boolean {
    const id = idOf(list);
    const shown = answer.rows.length - (answer.gone?.length ?? 0);
    return (
      (shown < answer.rows.length && answer.total > answer.rows.length) ||
      outcomes.some(({ id: threadId, rows }) => {
        const row = id === null ? undefined : rows.get(id);
        return row !== undefined && placeOf(answer.rows, threadId) === -1 && fits(list, row);
      })
    );
  }

  /** Messages joined or left the thread: its size, or the person its row names first, may differ. */
  function mayHaveMoved(before: Thread, after: Thread | undefined): boolean {
    return (
      after !== undefined &&
      (before.size !== after.size ||
        listedAt(before) !== listedAt(after) ||
        before.message_count !== after.message_count)
    );
  }

  /**
   * Lists count their threads: another count, or rows that this page does not know, may shift later pages.
   */
  function hasOtherMembers(changes: ChangeSet, listId: string): boolean {
    return listId === STARRED
      ? changes.threads.length > 0
      : [...changes.folders, ...(changes.labels ?? [])].some(({ id }) => id === listId);
  }

  function trim(): void {
    for (const [key, page] of pages) {
      if (pages.size <= CACHED_PAGES) return;
      if (page.holds === 0) pages.delete(key);
    }
  }

  return {
    get: (ref) => pages.get(pageKey(ref)) ?? null,
    open(ref) {
      const key = pageKey(ref);
      const page = pages.get(key) ?? {
        ref,
        key,
        answer: null,
        lastSeen: false,
        loading: false,
        error: null,
        stale: false,
        holds: 0,
      };
      pages.delete(key);
      pages.set(key, page);
      trim();
      return page;
    },
    all: () => pages.values(),
    applyLastSeen(page, answer) {
      page.answer = answer;
      page.lastSeen = true;
      page.stale = true;
    },
    apply(page, answer, missed) {
      page.answer = keepSameRows(page.answer, answer);
      page.lastSeen = false;
      page.stale = false;
      page.error = null;
      const places = folders.places();
      if (places) for (const changes of missed) applyToPage(page, changes, listedOutcomes(changes), places);
    },
    applyChanges(changes) {
      const places = folders.places();
      if (!places) return;
      const outcomes = listedOutcomes(changes);
      for (const page of pages.values()) applyToPage(page, changes, outcomes, places);
      renameRows(pages.values(), changes);
    },
    forget() {
      for (const [key, page] of pages) {
        if (page.holds === 0) pages.delete(key);
        else page.stale = true;
      }
    },
    rowsOf(threadId) {
      const rows = new Map<string, Thread>();
      for (const page of pages.values()) {
        const listId = listIdOf(page.ref);
        if (!page.answer || page.answer.gone?.includes(threadId)) continue;
        const row = page.answer.rows[placeOf(page.answer.rows, threadId)];
        // A thread without its star still shows in Starred, but no longer counts there.
        if (row && (listId !== STARRED || row.starred)) rows.set(listId ?? row.folder_id, row);
      }
      return rows;
    },
    listIdOf,
    wordsOf(list) {
      const key = listKey(list);
      // The most recently used page decides.
      const shown = [...pages.values()].findLast(({ ref, answer }) => answer && listKey(ref.list) === key);
      return shown?.answer?.words ?? null;
    },
  };
}

/** Threads that were merged into another one no longer have rows of their own. */
export function outcomesOf(changes: ChangeSet): ThreadOutcome[] {
  const outcomes = changes.threads.map(({ id, rows }) => ({
    id,
    rows: new Map(rows.map(({ list, thread }) => [list, thread])),
  }));
  const told = new Set(outcomes.map(({ id }) => id));
  for (const { id } of changes.merged) if (!told.has(id)) outcomes.push({ id, rows: new Map() });
  return outcomes;
}

/** Lists of single messages ignore the outcomes of conversations. */
function listedOutcomes(changes: ChangeSet): ThreadOutcome[] {
  return outcomesOf(changes).filter(({ id }) => hasRows(id, changes.single === true));
}

/** Equal rows stay the same objects, so that a screen need not render them again. */
function keepSameRows(before: PageAnswer | null, answer: PageAnswer): PageAnswer {
  if (!before) return answer;
  const rows = answer.rows.map((row) => {
    const known = before.rows[placeOf(before.rows, row.id)];
    return known && sameValue(known, row) ? known : row;
  });
  return { ...answer, rows };
}

/** Rows name their folder by its path; the server does not send the rows of a renamed folder again. */
function renameRows(pages: Iterable<Page>, changes: ChangeSet): void {
  const paths = new Map(changes.folders.map((folder) => [folder.id, folder.display_name]));
  if (paths.size === 0) return;
  for (const page of pages) {
    if (!page.answer) continue;
    const isOld = (row: Thread) => (paths.get(row.folder_id) ?? row.mailbox_name) !== row.mailbox_name;
    if (!page.answer.rows.some(isOld)) continue;
    const rows = page.answer.rows.map((row) =>
      isOld(row) ? { ...row, mailbox_name: paths.get(row.folder_id) as string } : row,
    );
    page.answer = { ...page.answer, rows };
  }
}
