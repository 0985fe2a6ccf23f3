import type { Merge } from '@bocau/contract/merges.ts';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { MERGES } from '../../parts/merges/use-merges.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { faultWords } from './merge-words.ts';

const LOOK_AGAIN_MS = 2_000;
/** All have been handed over, and some are still on their way. */
const LOOK_LATER_MS = 5_000;

/** A merge with what was opened and answered, as `getMerge` gives it. */
export type ShownMerge = Merge & { opened: number | null; answered: number };
export type MergeChange = Parameters<ReturnType<typeof useApi>['changeMerge']>[0]['body'];

const mergeKey = (id: string) => ['merge', id] as const;
export const rowsKey = (id: string) => ['merge-rows', id] as const;
export const previewsKey = (id: string) => ['merge-preview', id] as const;
export const filesKey = (id: string) => ['merge-files', id] as const;
export const checkKey = (id: string) => ['merge-check', id] as const;

/** A merge; while something is on its way, it is asked for again every few seconds, and with each message that may answer it. */
export function useMerge(id: string) {
  const api = useApi();
  const model = useMailModel();
  const query = useQuery({
    queryKey: mergeKey(id),
    queryFn: async ({ signal }): Promise<ShownMerge> => (await api.getMerge({ params: { id } }, signal)).data,
    staleTime: 0,
    refetchInterval({ state: { data } }) {
      if (data?.state === 'running') return LOOK_AGAIN_MS;
      return (data?.counts.sending ?? 0) > 0 && LOOK_LATER_MS;
    },
  });
  const { refetch } = query;
  useEffect(
    () =>
      model.onEvent(({ kind }) => {
        if (kind === 'new-mail') void refetch({ cancelRefetch: false });
      }),
    [model, refetch],
  );
  return query;
}

/** Takes the newer state of a merge into all that shows it. */
export function useTakeMerge() {
  const queries = useQueries();
  return (merge: Merge): void => {
    queries.setQueryData<ShownMerge>(mergeKey(merge.id), (before) => ({
      ...{ opened: before?.opened ?? null, answered: before?.answered ?? 0 },
      ...merge,
    }));
    queries.setQueryData<Merge[]>(MERGES, (all) => all?.map((one) => (one.id === merge.id ? merge : one)));
  };
}

/** Columns and other choices of a merge: saved at once, and what hangs on them is asked for again. */
export function useChangeMerge(id: string) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const take = useTakeMerge();
  return async (body: MergeChange): Promise<void> => {
    try {
      take((await api.changeMerge({ params: { id }, body })).data);
      await forget(queries, id);
    } catch (error) {
      notify({ text: t('merges.failedAct', { reason: faultWords(t, error) }), tone: 'danger' });
    }
  };
}

type Queries = ReturnType<typeof useQueries>;

/** Rows, previews and the check are as of an earlier state. */
export function useForgetRows(id: string): () => Promise<void> {
  const queries = useQueries();
  return () => forget(queries, id);
}

/** What is known of rows is as of the last check: these are asked for once it has ended. */
export function useRefreshRows(id: string): () => Promise<void> {
  const queries = useQueries();
  return () => invalidate(queries, [rowsKey(id), previewsKey(id)]);
}

function forget(queries: Queries, id: string): Promise<void> {
  return invalidate(queries, [rowsKey(id), previewsKey(id), filesKey(id), checkKey(id)]);
}

async function invalidate(queries: Queries, keys: (readonly string[])[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
