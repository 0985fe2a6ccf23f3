import { type Query, useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useQueries } from '../queries/use-query.ts';
import { AccountState } from './account-state.tsx';

const neverRead = {
  predicate: ({ state }: Query) => state.data === undefined && state.errorUpdateCount === 0,
};
const WAITING = { isError: false, fetchStatus: 'fetching', refetch: () => undefined } as const;

/** Parts that are read one by one are shown when all have answered: none that comes late pushes others away. */
export function Together({ children }: { children: ReactNode }) {
  const queries = useQueries();
  const reading = useIsFetching(neverRead, queries);
  const [ready, setReady] = useState(false);
  // The parts within have begun to read before this is asked.
  useEffect(() => {
    if (reading === 0 && queries.isFetching(neverRead) === 0) setReady(true);
  }, [reading, queries]);
  return (
    <>
      {!ready && <AccountState query={WAITING} lines={3} />}
      <div hidden={!ready}>{children}</div>
    </>
  );
}
