import type { Merge } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import styles from './merges.module.css';
import { useForgetRows, useTakeMerge } from './use-merge.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';

export function isDraftGone({ draft_id, draft_discarded }: Merge): boolean {
  return draft_id === null || draft_discarded === true;
}

/** Nothing can be sent: the draft is restored from Trash, or its text is written once more. The table stays. */
export function GoneDraft({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const api = useApi();
  const withCompose = useWithCompose();
  const take = useTakeMerge();
  const forget = useForgetRows(merge.id);
  const { busy, run } = useMergeAttempt();
  const { draft_id: discarded } = merge;

  async function restore(id: string): Promise<void> {
    await run(async () => {
      const { data } = await api.getMessage({ params: { id }, query: {} });
      await api.restoreThreads({ body: { ids: [data.thread_id] } });
      take((await api.getMerge({ params: { id: merge.id } })).data);
      await forget();
    });
  }

  async function writeAgain(): Promise<void> {
    await run(async () => {
      const { data: draft } = await api.createDraft({ body: { subject: merge.title } });
      take((await api.changeMerge({ params: { id: merge.id }, body: { draft_id: draft.id } })).data);
      await forget();
      withCompose((model) => model.openDraft(draft, 'window'));
    });
  }

  return (
    <div role="alert">
      <p className={styles.fault}>{t(discarded ? 'merges.text.discarded' : 'merges.text.gone')}</p>
      {discarded ? (
        <Button loading={busy} onClick={() => void restore(discarded)}>
          {t('merges.text.restore')}
        </Button>
      ) : (
        <Button loading={busy} onClick={() => void writeAgain()}>
          {t('merges.text.writeAgain')}
        </Button>
      )}
    </div>
  );
}
