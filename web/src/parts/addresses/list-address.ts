import { STARRED } from '@bocau/contract/folder-roles.ts';
import { SEARCH_PARAMETER_NAMES } from '@bocau/contract/typed-search.ts';
import { FILTERS, listBy, listWith, SORTS, sortOf, termsOf } from '../../model/mail/list-filter.ts';
import type { ListRef, SearchTerms } from '../../model/mail/mail-model.ts';

/** What an address of the mailbox shows; pages are counted from 1. */
export type ListPlace = { list: ListRef; page: number; threadId: string | null };

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
  const name = list.kind === 'folder' ? list.path : STARRED;
  const folder = `/folder/${encodeURIComponent(name)}`;
  const inFolder = threadId === null ? folder : `${folder}/${encodeURIComponent(threadId)}`;
  const path = list.kind === 'search' ? SEARCH_PATH : inFolder;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** `name` and `id` as the router matched them in the path; without a name it is a search. */
export function placeOfAddress(name: string | undefined, id: string | undefined, search: string): ListPlace {
  const query = new URLSearchParams(search);
  const page = Math.max(1, Math.trunc(Number(query.get(PAGE))) || 1);
  if (name === undefined) {
    return { list: { kind: 'search', terms: pick(query, SEARCH_KEYS) }, page, threadId: query.get(OPEN) };
  }
  const list: ListRef = name === STARRED ? { kind: 'starred' } : { kind: 'folder', path: name };
  const sort = SORTS.find((order) => order === query.get(SORT)) ?? null;
  return { list: listBy(listWith(list, pick(query, FILTER_KEYS)), sort), page, threadId: id ?? null };
}

function pick(query: URLSearchParams, keys: readonly string[]): SearchTerms {
  return Object.fromEntries([...query].filter(([key, value]) => keys.includes(key) && value !== ''));
}
