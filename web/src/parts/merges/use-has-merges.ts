import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { useSessionState } from '../session/use-session-model.ts';

/** What this page has learned since its start: merges were made, listed or deleted. */
const noted = createStore<boolean | null>(null);

export function noteMerges(are: boolean): void {
  noted.set(are);
}

/** Whether the mailbox has a mail merge: the way to them is offered then. */
export function useHasMerges(): boolean {
  const had = useSessionState((session) => session.user()?.has_merges === true);
  const has = useSyncExternalStore(noted.subscribe, noted.get);
  return has ?? had;
}
