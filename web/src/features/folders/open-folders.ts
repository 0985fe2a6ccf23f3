import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

const KEPT = 'bocau.folders.open';
const open = createStore<ReadonlySet<string>>(new Set((localStorage.getItem(KEPT) ?? '').split(' ')));

/** The ids of the expanded folders, stored on this device. */
export function useOpenFolders(): ReadonlySet<string> {
  return useSyncExternalStore(open.subscribe, open.get);
}

export function openFolder(id: string, shown: boolean): void {
  const ids = new Set(open.get());
  if (shown) ids.add(id);
  else ids.delete(id);
  localStorage.setItem(KEPT, [...ids].join(' '));
  open.set(ids);
}
