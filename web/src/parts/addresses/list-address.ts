import { STARRED } from '@bocau/contract/folder-roles.ts';
import { SEARCH_PARAMETER_NAMES } from '@bocau/contract/typed-search.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { FILTERS, listBy, listWith, SORTS, sortOf, termsOf } from '../../model/mail/list-filter.ts';
import type { ListRef, SearchTerms } from '../../model/mail/mail-model.ts';

/** What an address of the mailbox shows; pages are counted from 1. */
export type ListPlace = { list: ListRef; page: number; threadId: string | null };

/** In addresses, where labels are named by their ids. */
const WAITING_NAME = 'waiting';
const SEARCH_PATH = '/advance-search';
/** Query parameters besides those of the search: the page, and the open thread. */
const PAGE = 'page';
const SORT = 'sort';
const OPEN = 'open';

const FILTER_KEYS: readonly string[] = FILTERS;
const SEARCH_KEYS: readonly string[] = [...SEARCH_PARAMETER_NAMES, SORT];

export function addressOf(list: ListRef, page = 1, threadId: string | null = null): string {
  const query = new URLSearchParams(termsOf(list));
  const sort = sortOf(list);
  if (sort !== null) query.set(SORT, sort);
  if (page > 1) query.set(PAGE, String(page));
  if (list.kind === 'search' && threadId !== null) query.set(OPEN, threadId);
  const path = list.kind === 'search' ? SEARCH_PATH : pathOf(list, threadId);
  return query.size > 0 ? `${path}?${query}` : path;
}

function pathOf(list: Exclude<ListRef, { kind: 'search' }>, threadId: string | null): string {
  const names =
    list.kind === 'label'
      ? ['label', list.id === WAITING ? WAITING_NAME : list.id]
      : ['folder', nameOf(list)];
  return ['', ...names, ...(threadId === null ? [] : [threadId])].map(encodeURIComponent).join('/');
}

function nameOf(list: Extract<ListRef, { kind: 'folder' | 'starred' }>): string {
  return list.kind === 'folder' ? list.path : STARRED;
}

/** What the router matched in the path; without a folder or a label it is a search. */
export type Matched = { folder?: string | undefined; label?: string | undefined; id?: string | undefined };

export function placeOfAddress({ folder, label, id }: Matched, search: string): ListPlace {
  const query = new URLSearchParams(search);
  const page = Math.max(1, Math.trunc(Number(query.get(PAGE))) || 1);
  const list = listOf(folder, label);
  if (list === null) {
    return { list: { kind: 'search', terms: pick(query, SEARCH_KEYS) }, page, threadId: query.get(OPEN) };
  }
  const sort = SORTS.find((order) => order === query.get(SORT)) ?? null;
  return { list: listBy(listWith(list, pick(query, FILTER_KEYS)), sort), page, threadId: id ?? null };
}

function listOf(folder: string | undefined, label: string | undefined): ListRef | null {
  if (label !== undefined) return { kind: 'label', id: label === WAITING_NAME ? WAITING : label };
  if (folder === undefined) return null;
  return folder === STARRED ? { kind: 'starred' } : { kind: 'folder', path: folder };
}

function pick(query: URLSearchParams, keys: readonly string[]): SearchTerms {
  return Object.fromEntries([...query].filter(([key, value]) => keys.includes(key) && value !== ''));
}
