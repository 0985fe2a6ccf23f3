import type { MergeProblem, MergeRow, MergeRowState } from '@bocau/contract/merges.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { rowsKey } from './use-merge.ts';

export type RowsAsked = {
  state?: MergeRowState;
  problem?: MergeProblem;
  did?: 'opened' | 'answered';
};

/**
 * Rows of a merge that meet a condition, a page after another. `stamp`: what they are as of; with another one they
 * are asked for again, and shown as they were until then.
 */
export function useMergeRows(id: string, asked: RowsAsked, stamp = '') {
  const api = useApi();
  const query = useInfiniteQuery(
    {
      queryKey: [...rowsKey(id), asked],
      initialPageParam: null as number | null,
      queryFn: async ({ pageParam, signal }) => {
        const after = pageParam === null ? {} : { after: String(pageParam) };
        return api.listMergeRows({ params: { id }, query: { ...asked, ...after } }, signal);
      },
      getNextPageParam: ({ meta }) => meta.next_after,
      staleTime: 0,
    },
    useQueries(),
  );
  const { refetch } = query;
  const [known, setKnown] = useState(stamp);
  useEffect(() => {
    if (known === stamp) return;
    setKnown(stamp);
    void refetch();
  }, [known, stamp, refetch]);

  return {
    ...query,
    rows: (query.data?.pages ?? []).flatMap(({ data }): MergeRow[] => data),
  };
}
