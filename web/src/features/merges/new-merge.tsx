import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { NotSentTo } from '../../parts/merges/not-sent-to.tsx';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useNavigate } from '../../router/router.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { ChooseSource } from './choose-source.tsx';
import { MergeHead } from './merge-head.tsx';
import styles from './merges.module.css';
import { StepLine } from './step-line.tsx';

/** The first step, before there is a merge: whom the message of a draft is for. */
export function NewMerge({ draft }: { draft: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const withCompose = useWithCompose();
  return (
    <>
      <MergeHead title={t('merges.title')} />
      {draft === null ? (
        <ListState icon={IconUsers} title={t('merges.empty.title')} text={t('merges.source.noDraft')}>
          <Button onClick={() => withCompose((model) => model.openNew())}>{t('messages.compose')}</Button>
        </ListState>
      ) : (
        <>
          <StepLine merge={null} step="table" />
          <RecipientsOfDraft draft={draft} />
          <ChooseSource
            draft={draft}
            onMade={({ id }) => void navigate(`/merges/${id}?step=table`, { replace: true })}
          />
        </>
      )}
    </>
  );
}

/** Said before the merge is made; without an answer, the window of the message says it afterwards. */
function RecipientsOfDraft({ draft }: { draft: string }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['merge-draft', draft],
    queryFn: async ({ signal }) => (await api.getMessage({ params: { id: draft }, query: {} }, signal)).data,
    staleTime: 0,
  });
  return data && <NotSentTo recipients={data} className={styles.warning} />;
}
