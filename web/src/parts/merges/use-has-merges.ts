import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

const KEPT = 'bocau.merges';

/** Whether this browser has seen a mail merge: the way to them is offered from then on. */
const seen = createStore(localStorage.getItem(KEPT) === '1');

export function noteMerges(are: boolean): void {
  if (are) localStorage.setItem(KEPT, '1');
  else localStorage.removeItem(KEPT);
  seen.set(are);
}

export function useHasMerges(): boolean {
  return useSyncExternalStore(seen.subscribe, seen.get);
}
