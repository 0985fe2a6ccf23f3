import type { Merge } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconSend, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useNavigate } from '../../router/router.tsx';
import styles from './merge-progress.module.css';
import { unsentOf } from './merge-words.ts';
import { useTakeMerge } from './use-merge.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';

/** What is left over of a merge that has ended: whom it was not sent to, and its draft. */
export function AfterEnd({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const take = useTakeMerge();
  const { busy, run } = useMergeAttempt();
  const { draft_id: draft, draft_discarded: isDiscarded, counts } = merge;
  const left = counts.skipped + unsentOf(merge);

  async function again(): Promise<void> {
    await run(async () => {
      const { data } = await api.mergeAgain({ params: { id: merge.id } });
      void navigate(`/merges/${data.id}?step=check`);
    });
  }

  async function discard(id: string): Promise<void> {
    await run(async () => {
      const { data } = await api.getMessage({ params: { id }, query: {} });
      await api.deleteThreads({ body: { ids: [data.thread_id], folder_id: data.folder_id } });
      take((await api.getMerge({ params: { id: merge.id } })).data);
      notify({ text: t('merges.after.discarded') });
    });
  }

  if (left === 0 && (draft === null || isDiscarded)) return null;
  return (
    <div className={styles.progress}>
      {draft !== null && !isDiscarded && <p className={styles.words}>{t('merges.after.draft')}</p>}
      <div className={styles.acts}>
        {left > 0 && (
          <Button leftSection={<IconSend size={16} />} disabled={busy} onClick={() => void again()}>
            {t('merges.after.again', { count: left })}
          </Button>
        )}
        {draft !== null && !isDiscarded && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            disabled={busy}
            onClick={() => void discard(draft)}
          >
            {t('merges.after.discard')}
          </Button>
        )}
      </div>
    </div>
  );
}
