import { ApiError } from '@bocau/contract/client.ts';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLazyCompose } from '../../parts/compose/lazy-compose.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { NotSentTo } from '../../parts/merges/not-sent-to.tsx';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useNavigate } from '../../router/router.tsx';
import { ChooseSource } from './choose-source.tsx';
import { MergeHead } from './merge-head.tsx';
import styles from './merges.module.css';
import { StepLine } from './step-line.tsx';

/**
 * The first step, before there is a merge: whom the message of a draft is for. Without one there is nothing to choose
 * for, and the list says how to begin (MM-35).
 */
export function NewMerge({ draft }: { draft: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const known = useDraftOf(draft);
  const isGone = draft === null || known.isGone;
  useEffect(() => {
    if (isGone) void navigate('/merges', { replace: true });
  }, [isGone, navigate]);
  if (isGone) return null;
  return (
    <>
      <MergeHead title={t('merges.title')} />
      <StepLine merge={null} step="table" />
      {/* Said before the merge is made; without an answer, the window of the message says it afterwards. */}
      {known.recipients && <NotSentTo recipients={known.recipients} className={styles.warning} />}
      <ChooseSource
        draft={draft}
        onMade={({ id }) => void navigate(`/merges/${id}?step=table`, { replace: true })}
      />
    </>
  );
}

/** Its recipients, and whether it is gone: since long, or just now with its window. */
function useDraftOf(draft: string | null) {
  const api = useApi();
  const compose = useLazyCompose();
  const { data, error, refetch } = useQuery({
    queryKey: ['merge-draft', draft],
    queryFn: async ({ signal }) =>
      (await api.getMessage({ params: { id: draft ?? '' }, query: {} }, signal)).data,
    enabled: draft !== null,
    staleTime: 0,
  });

  useEffect(() => {
    let stop = () => {};
    const listen = () => {
      stop();
      stop =
        compose.model()?.onEvent((event) => {
          if (event.kind === 'draft-deleted' && event.messageId === draft) void refetch();
        }) ?? (() => {});
    };
    listen();
    const stopLoading = compose.subscribe(listen);
    return () => {
      stopLoading();
      stop();
    };
  }, [compose, draft, refetch]);

  return { recipients: data, isGone: error instanceof ApiError && error.code === 'message_not_found' };
}
