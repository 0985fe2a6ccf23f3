import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { RowsByList } from './operations/operation.ts';
import { homeOf, type Places } from './operations/places.ts';

export type ThreadOutcome = { id: string; rows: RowsByList };

/** How a page of rows applies the outcome of a thread. */
export type PageKind = {
  kind: 'list';
  listId: string;
  first: boolean;
  limit: number;
  /** Whether a row new in the folder belongs to the list; a row on screen stays until the list is left. */
  fits(row: Thread): boolean;
};

/** The rows of a search, and the threads among them that are hidden now. */
type FoundRows = { rows: readonly Thread[]; gone: readonly string[] };

type AppliedRows = { rows: readonly Thread[]; stale: boolean };

/** Memoised, so that computing twice returns the same object. */
const unstarred = new WeakMap<Thread, Thread>();
const foundAgain = new WeakMap<Thread, Thread>();
const indexes = new WeakMap<readonly Thread[], Map<string, number>>();

/** The index of a thread in these rows, or -1. */
export function placeOf(rows: readonly Thread[], threadId: string): number {
  let index = indexes.get(rows);
  if (!index) {
    index = new Map(rows.map((row, place) => [row.id, place]));
    indexes.set(rows, index);
  }
  return index.get(threadId) ?? -1;
}

/** Later than any message: so much later is what is pinned. */
const PINNED = 1e11;

/** When a list has it: when its newest message came, or came back. Pinned in a folder, it is above all others there. */
export function listedAt(row: Thread, listId: string | null = null): number {
  const { last_message_timestamp: at, back_at: backAt = 0, pinned, folder_id } = row;
  return Math.max(at, backAt) + (pinned && folder_id === listId ? PINNED : 0);
}

/** Newest first; within the same second, the younger thread first. */
export function placeFor(rows: readonly Thread[], row: Thread, listId: string): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle] as Thread;
    const later = listedAt(other, listId) - listedAt(row, listId);
    const stands = later > 0 || (later === 0 && other.id > row.id);
    if (stands) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Applies outcomes of threads to a page of rows; stale when the server must be asked for its rows. */
export function applyOutcomes(
  page: PageKind,
  given: readonly Thread[],
  outcomes: readonly ThreadOutcome[],
  places: Places,
): AppliedRows {
  let rows = given;
  let stale = false;
  for (const outcome of outcomes) {
    const applied = applyOutcome(page, rows, outcome, places);
    rows = applied.rows;
    stale ||= applied.stale;
  }
  // A page that was full and lost rows has room for the ones that follow.
  if (page.first && given.length >= page.limit && rows.length < page.limit) stale = true;
  return { rows: rows.length > page.limit ? rows.slice(0, page.limit) : rows, stale };
}

function applyOutcome(
  page: PageKind,
  rows: readonly Thread[],
  outcome: ThreadOutcome,
  places: Places,
): AppliedRows {
  const { listId, first, limit } = page;
  const row = outcome.rows.get(listId);
  const place = placeOf(rows, outcome.id);
  if (!row) {
    if (place === -1) return { rows, stale: false };
    const unstarred = listId === STARRED ? unstarredRow(rows[place] as Thread, outcome.rows, places) : null;
    if (unstarred) return { rows: rows.with(place, unstarred), stale: false };
    return { rows: rows.toSpliced(place, 1), stale: !first };
  }
  if (place === -1 && !page.fits(row)) return { rows, stale: false };
  if (place !== -1 && listedAt(rows[place] as Thread, listId) === listedAt(row, listId)) {
    return { rows: rows.with(place, row), stale: false };
  }
  if (!first) return { rows: place === -1 ? rows : rows.with(place, row), stale: true };
  const others = place === -1 ? rows : rows.toSpliced(place, 1);
  const goesTo = placeFor(others, row, listId);
  // It may belong behind rows that are not loaded here.
  if (goesTo === others.length && rows.length >= limit) return { rows: others, stale: place !== -1 };
  return { rows: others.toSpliced(goesTo, 0, row), stale: false };
}

/**
 * A thread without its star stays in Starred until the list is loaded again, unless it no longer shows in any
 * folder.
 */
export function unstarredRow(row: Thread, rows: RowsByList, places: Places): Thread | null {
  const home = homeOf(rows, places);
  if (!home || home.starred) return null;
  if (!row.starred && row.unread === home.unread) return row;
  const kept = unstarred.get(row);
  if (kept?.unread === home.unread) return kept;
  const next = { ...row, starred: false, unread: home.unread, isRead: !home.unread };
  unstarred.set(row, next);
  return next;
}

/** A search is not run again for every change: a row that leaves it keeps its place, and returns to it. */
export function applyToSearch(
  inFolder: boolean,
  found: FoundRows,
  outcomes: readonly ThreadOutcome[],
  places: Places,
): FoundRows {
  const known = outcomes.filter(({ id }) => placeOf(found.rows, id) !== -1);
  if (known.length === 0) return found;
  const byId = new Map(known.map((outcome) => [outcome.id, outcome.rows]));
  const gone = new Set(found.gone);
  const rows = found.rows.map((row) => {
    const outcome = byId.get(row.id);
    if (!outcome) return row;
    const next = foundRow(row, outcome, inFolder, places);
    if (next) gone.delete(row.id);
    else gone.add(row.id);
    return next ?? row;
  });
  return { rows, gone: [...gone] };
}

/** The row for a thread that a search found: that of its folder, or of the folder it is in now. */
export function foundRow(row: Thread, rows: RowsByList, inFolder: boolean, places: Places): Thread | null {
  const same = rows.get(row.folder_id);
  if (same) return withFound(row, same);
  if (inFolder) return null;
  const moved = homeOf(rows, places);
  return moved ? withFound(row, moved) : null;
}

/** Rows of folders don't carry the search hit (where it was found); operations never change it. */
function withFound({ found_in: file, found_text: text }: Thread, row: Thread): Thread {
  if (row.found_in === file && row.found_text === text) return row;
  const kept = foundAgain.get(row);
  if (kept && kept.found_in === file && kept.found_text === text) return kept;
  const next = {
    ...row,
    ...(file === undefined ? {} : { found_in: file }),
    ...(text === undefined ? {} : { found_text: text }),
  };
  foundAgain.set(row, next);
  return next;
}
