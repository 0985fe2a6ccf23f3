import type { ListRef, PageRef } from './mail-model.ts';

/** The same for two lists only when they show the same. */
export function listKey(list: ListRef): string {
  if (list.kind === 'folder') return `folder ${list.path}`;
  if (list.kind === 'starred') return 'starred';
  const terms = Object.entries(list.terms).sort(([a], [b]) => (a < b ? -1 : 1));
  return `search ${new URLSearchParams(terms)}`;
}

export function pageKey({ list, offset, limit }: PageRef): string {
  return `${listKey(list)} ${offset}+${limit}`;
}
