import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { Overlay, TrackedEntity } from '../engine/overlay.ts';
import { countsWith, type FolderTree } from './folder-tree.ts';
import type { LabelList } from './label-list.ts';
import { fits, folderPathOf, isFiltered } from './list-filter.ts';
import type { ListPages, Page, PageAnswer } from './list-pages.ts';
import type { ListView } from './mail-model.ts';
import { isListed } from './operations/listed.ts';
import type { Mail } from './operations/operation-kind.ts';
import type { Places } from './operations/places.ts';
import { foundRow, placeFor, placeOf, unstarredRow } from './page-rows.ts';

type TrackedThread = TrackedEntity<Mail>;
type Deps = {
  folders: FolderTree;
  labels: LabelList;
  pages: ListPages;
  overlay: Overlay<Mail>;
  single: boolean;
};

export const EMPTY_LIST: ListView = {
  loading: 'idle',
  lastSeen: false,
  threads: [],
  total: 0,
  unread: 0,
  totalIsCapped: false,
  sortPending: false,
  apart: null,
  error: null,
};

/** A page with the pending operations applied; the previous view if nothing on it has changed. */
export function viewPage(deps: Deps, page: Page, before: ListView): ListView {
  const { folders, pages, overlay, single } = deps;
  const { answer, error } = page;
  const listId = pages.listIdOf(page.ref);
  const differences = overlay.countDifferences();
  const threads = answer ? viewRows(page, listId, answer, overlay, folders.places(), single) : [];
  const { list } = page.ref;
  const whole = !isFiltered(list);
  const folder = list.kind === 'folder' && whole ? folders.byPath(list.path) : null;
  const label = list.kind === 'label' && whole ? deps.labels.byId(list.id) : null;
  let counts = { total_threads: answer?.total ?? 0, unread_threads: answer?.unread ?? 0 };
  if (folder) counts = countsWith(folder, differences.get(folder.id));
  else if (list.kind === 'starred' && whole) counts = countsWith(folders.starred(), differences.get(STARRED));
  else if (label)
    counts = countsWith(
      { total_threads: label.total, unread_threads: label.unread },
      differences.get(label.id),
    );
  else if (answer) counts.total_threads -= answer.rows.length - threads.length;
  const next: ListView = {
    loading: answer ? 'ready' : page.loading ? 'loading' : error ? 'failed' : 'idle',
    lastSeen: page.lastSeen,
    threads: sameItems(before.threads, threads) ? before.threads : threads,
    total: counts.total_threads,
    unread: counts.unread_threads,
    totalIsCapped: answer?.totalIsCapped ?? false,
    sortPending: answer?.sortPending ?? false,
    apart: answer?.apart ?? null,
    error,
  };
  return sameFields(before, next) ? before : next;
}

function viewRows(
  { ref }: Page,
  listId: string | null,
  { rows, gone = [] }: PageAnswer,
  overlay: Overlay<Mail>,
  places: Places | null,
  single: boolean,
): readonly Thread[] {
  const tracked = new Map<string, TrackedThread>();
  for (const thread of overlay.entities()) tracked.set(thread.id, thread);
  if ((tracked.size === 0 && gone.length === 0) || !places) return rows;
  const inFolder = folderPathOf(ref.list) !== null;
  const shown: Thread[] = [];
  const moving: Thread[] = [];
  for (const row of rows) {
    const thread = tracked.get(row.id);
    const next = thread ? rowOf(row, thread, listId, inFolder, places) : gone.includes(row.id) ? null : row;
    if (next) (listId !== null && ref.offset === 0 && next.pinned !== row.pinned ? moving : shown).push(next);
  }
  if (listId === null || ref.offset > 0) return shown;
  for (const row of moving) shown.splice(placeFor(shown, row, listId), 0, row);
  let added = false;
  for (const { id, known, shown: after } of tracked.values()) {
    if (!isListed(id, single)) continue;
    const row = after.get(listId);
    if (!row || known.has(listId) || placeOf(rows, id) !== -1 || !fits(ref.list, row)) continue;
    const place = placeFor(shown, row, listId);
    // At the end of a full page, rows of the next page may come before it.
    if (place === shown.length && rows.length >= ref.limit) continue;
    shown.splice(place, 0, row);
    added = true;
  }
  return added ? shown.slice(0, ref.limit) : shown;
}

function rowOf(
  row: Thread,
  thread: TrackedThread,
  listId: string | null,
  inFolder: boolean,
  places: Places,
): Thread | null {
  if (listId === null) return foundRow(row, thread.shown, inFolder, places);
  const shown = thread.shown.get(listId);
  if (shown) return shown;
  return listId === STARRED ? unstarredRow(row, thread.shown, places) : null;
}

function sameItems<T>(one: readonly T[], other: readonly T[]): boolean {
  return one === other || (one.length === other.length && one.every((item, index) => item === other[index]));
}

export function sameFields<T extends object>(one: T, other: T): boolean {
  return Object.entries(other).every(([name, value]) => one[name as keyof T] === value);
}
