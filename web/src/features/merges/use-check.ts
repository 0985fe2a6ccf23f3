import { ApiError } from '@bocau/contract/client.ts';
import type { Merge, MergeCheck } from '@bocau/contract/merges.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useDraft } from './use-draft.ts';
import { checkKey, useForgetRows, useRefreshRows, useTakeMerge } from './use-merge.ts';

/** A check, and the version of the draft that it is of. */
export type Checked = { check: MergeCheck; version: number | null };

/** Every row held against the draft as it is now; again with each change of the draft. */
export function useCheck(merge: Merge) {
  const api = useApi();
  const take = useTakeMerge();
  const forget = useForgetRows(merge.id);
  const refresh = useRefreshRows(merge.id);
  const draft = useDraft(merge.draft_id, () => void forget());
  const query = useQuery({
    queryKey: checkKey(merge.id),
    queryFn: async ({ signal }): Promise<Checked> => {
      await draft.save();
      const version = await versionOf(merge.draft_id, signal);
      const { data: check } = await api.checkMerge({ params: { id: merge.id } }, signal);
      take(check.merge);
      // Asked for beside the check, they would be as of the one before.
      void refresh();
      return { check, version };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

  async function versionOf(id: string | null, signal: AbortSignal): Promise<number | null> {
    if (id === null) return null;
    try {
      const { data } = await api.getMessage({ params: { id }, query: {} }, signal);
      return data.draft?.version ?? null;
    } catch (error) {
      // A draft that is gone is one of the obstacles that the check names.
      if (error instanceof ApiError && error.code === 'message_not_found') return null;
      throw error;
    }
  }

  return { ...query, draft };
}
