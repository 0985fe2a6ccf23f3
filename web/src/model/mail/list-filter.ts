import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { ListRef, ListSort, SearchTerms } from './mail-model.ts';

/** The search parameters that can filter the list of a folder. */
export const FILTERS = [
  'is_read',
  'is_star',
  'has_attachment',
  'from_addr',
  'to_addr',
  'start_date',
  'end_date',
] as const;

/** The sort orders offered for a folder besides newest first. */
export const SORTS: readonly ListSort[] = ['size', 'size_asc', 'sender', 'sender_desc'];

/** The filters that a row can be checked against in the browser, by its own marks. */
const MARKS: { [name in string]?: (thread: Thread) => boolean } = {
  is_read: (thread) => !thread.unread,
  is_star: (thread) => thread.starred,
  has_attachment: (thread) => thread.has_attachments,
};

const NOTHING: SearchTerms = {};

/** The filters or search terms of a list; empty for a whole folder. */
export function termsOf(list: ListRef): SearchTerms {
  return (list.kind === 'search' ? list.terms : list.filter) ?? NOTHING;
}

/** The same list, or another search, with these terms. */
export function listWith(list: ListRef, terms: SearchTerms): ListRef {
  if (list.kind === 'search') return { kind: 'search', terms };
  const { filter: _, ...whole } = list;
  return Object.keys(terms).length === 0 ? whole : { ...whole, filter: terms };
}

/** Null where the newest come first; a search has its order among its terms. */
export function sortOf(list: ListRef): ListSort | null {
  return (list.kind !== 'search' && list.sort) || null;
}

/** The same list in another order. */
export function listBy<List extends ListRef>(list: List, sort: ListSort | null): List {
  if (list.kind === 'search') return list;
  const { sort: _, ...unsorted } = list;
  return (sort === null ? unsorted : { ...unsorted, sort }) as List;
}

/** True when only part of the folder is shown. */
export function isFiltered(list: ListRef): boolean {
  return list.kind !== 'search' && list.filter !== undefined;
}

/**
 * A folder that is filtered by marks alone lists its rows, the newest first; any other filter is a search. In
 * another sort order, only the server knows the position of a row.
 */
export function isListed(list: ListRef): boolean {
  return (
    list.kind !== 'search' &&
    sortOf(list) === null &&
    Object.keys(termsOf(list)).every((name) => name in MARKS)
  );
}

/** Whether a row belongs to the list as far as its marks show. */
export function fits(list: ListRef, thread: Thread): boolean {
  return Object.entries(termsOf(list)).every(([name, value]) => {
    const mark = MARKS[name];
    return !mark || String(mark(thread)) === value;
  });
}

/** The folder that contains all rows of the list. */
export function folderPathOf(list: ListRef): string | null {
  if (list.kind === 'folder') return list.path;
  return (list.kind === 'search' && list.terms.folder) || null;
}

/** The query by which the server knows the whole list; a search is known by its terms alone. */
export function listQuery(list: ListRef): { in?: string; label?: string } {
  if (list.kind === 'search') return {};
  if (list.kind === 'label') return { label: list.id };
  return { in: list.kind === 'starred' ? STARRED : list.path };
}
