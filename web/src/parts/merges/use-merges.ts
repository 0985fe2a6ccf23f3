import type { Merge } from '@bocau/contract/merges.ts';
import { useEffect } from 'react';
import { useApi } from '../mailbox/use-api.ts';
import { useQuery } from '../queries/use-query.ts';
import { noteMerges, useHasMerges } from './use-has-merges.ts';

export const MERGES = ['merges'] as const;

/** The mail merges of the mailbox, the latest first. */
export function useMerges({ enabled, everyMs = null }: { enabled: boolean; everyMs?: number | null }) {
  const api = useApi();
  const query = useQuery({
    queryKey: MERGES,
    queryFn: async ({ signal }) => (await api.listMerges({}, signal)).data,
    enabled,
    refetchInterval: ({ state }) =>
      everyMs !== null && state.data?.some((one) => one.state === 'running') ? everyMs : false,
  });
  const { data } = query;
  useEffect(() => {
    if (data) noteMerges(data.length > 0);
  }, [data]);
  return query;
}

/** The merge that is prepared with a draft; of a browser that knows of none, nothing is asked. */
export function useMergeOfDraft(draftId: string | null): Merge | null {
  const enabled = useHasMerges() && draftId !== null;
  const { data } = useMerges({ enabled });
  if (!enabled) return null;
  return data?.find((one) => one.draft_id === draftId && one.state === 'preparing') ?? null;
}
