import { notifyManager, type Query, useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useQueries } from '../queries/use-query.ts';
import { AccountState } from './account-state.tsx';

const neverRead = {
  predicate: ({ state }: Query) => state.data === undefined && state.errorUpdateCount === 0,
};
const WAITING = { isError: false, fetchStatus: 'fetching', refetch: () => undefined } as const;

/**
 * Parts that load separately appear together when all have answered, so that a late one does not push others
 * away.
 */
export function Together({ children }: { children: ReactNode }) {
  const queries = useQueries();
  const reading = useIsFetching(neverRead, queries);
  const [ready, setReady] = useState(false);
  // Child effects run first, so the parts have already started to load here.
  useEffect(() => {
    if (reading > 0 || queries.isFetching(neverRead) > 0) return;
    // Parts hear of their answers one after the other, and what is counted above may be ahead of that.
    notifyManager.schedule(() => setReady(true));
  }, [reading, queries]);
  return (
    <>
      {!ready && <AccountState query={WAITING} lines={3} />}
      <div hidden={!ready}>{children}</div>
    </>
  );
}
