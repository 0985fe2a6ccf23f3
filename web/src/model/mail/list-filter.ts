import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { ListRef, ListSort, SearchTerms } from './mail-model.ts';

/** The search parameters by which the list of a folder is narrowed. */
export const FILTERS = [
  'is_read',
  'is_star',
  'has_attachment',
  'from_addr',
  'to_addr',
  'start_date',
  'end_date',
] as const;

/** The orders of a folder besides the newest first, as they are offered. */
export const SORTS: readonly ListSort[] = ['size', 'size_asc', 'sender', 'sender_desc'];

/** What a row says itself, with what it says then. */
const MARKS: { [name in string]?: (thread: Thread) => boolean } = {
  is_read: (thread) => !thread.unread,
  is_star: (thread) => thread.starred,
  has_attachment: (thread) => thread.has_attachments,
};

const NOTHING: SearchTerms = {};

/** By what a list is narrowed, or searched; empty for a whole folder. */
export function termsOf(list: ListRef): SearchTerms {
  return (list.kind === 'search' ? list.terms : list.filter) ?? NOTHING;
}

/** The same list, or another search, by these terms. */
export function listWith(list: ListRef, terms: SearchTerms): ListRef {
  if (list.kind === 'search') return { kind: 'search', terms };
  const { filter: _, ...whole } = list;
  return Object.keys(terms).length === 0 ? whole : { ...whole, filter: terms };
}

/** Null where the newest are shown first; a search has an order of its own, among its terms. */
export function sortOf(list: ListRef): ListSort | null {
  return (list.kind !== 'search' && list.sort) || null;
}

/** The same list in another order. */
export function listBy<List extends ListRef>(list: List, sort: ListSort | null): List {
  if (list.kind === 'search') return list;
  const { sort: _, ...unsorted } = list;
  return (sort === null ? unsorted : { ...unsorted, sort }) as List;
}

/** Not all of the folder is shown. */
export function isFiltered(list: ListRef): boolean {
  return list.kind !== 'search' && list.filter !== undefined;
}

/**
 * A folder that is narrowed by marks alone shows its rows, the newest first; by anything else it is searched. In
 * another order only the server knows which row stands where.
 */
export function isListed(list: ListRef): boolean {
  return (
    list.kind !== 'search' &&
    sortOf(list) === null &&
    Object.keys(termsOf(list)).every((name) => name in MARKS)
  );
}

/** Whether a row belongs to the list as far as its marks say. */
export function fits(list: ListRef, thread: Thread): boolean {
  return Object.entries(termsOf(list)).every(([name, value]) => {
    const mark = MARKS[name];
    return !mark || String(mark(thread)) === value;
  });
}

/** The folder that all rows of the list lie in. */
export function folderPathOf(list: ListRef): string | null {
  if (list.kind === 'folder') return list.path;
  return (list.kind === 'search' && list.terms.folder) || null;
}

/** The name by which the server knows the list. */
export function listName(list: Exclude<ListRef, { kind: 'search' }>): string {
  return list.kind === 'starred' ? STARRED : list.path;
}
