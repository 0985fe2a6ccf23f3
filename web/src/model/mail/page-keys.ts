import { isFiltered, sortOf, termsOf } from './list-filter.ts';
import type { ListRef, PageRef } from './mail-model.ts';

/** Equal for two lists only when they show the same. */
export function listKey(list: ListRef): string {
  if (list.kind === 'search') return `search ${sorted(list)}`;
  const name = nameOf(list);
  const shown = isFiltered(list) ? `${name} by ${sorted(list)}` : name;
  const sort = sortOf(list);
  return sort === null ? shown : `${shown} in order of ${sort}`;
}

function nameOf(list: Exclude<ListRef, { kind: 'search' }>): string {
  if (list.kind === 'label') return `label ${list.id}`;
  return list.kind === 'folder' ? `folder ${list.path}` : 'starred';
}

function sorted(list: ListRef): string {
  const terms = Object.entries(termsOf(list)).sort(([a], [b]) => (a < b ? -1 : 1));
  return String(new URLSearchParams(terms));
}

export function pageKey({ list, offset, limit }: PageRef): string {
  return `${listKey(list)} ${offset}+${limit}`;
}
