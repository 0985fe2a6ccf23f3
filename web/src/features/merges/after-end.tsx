import type { Merge } from '@bocau/contract/merges.ts';
import { Button } from '@mantine/core';
import { IconSend, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { Link, useNavigate } from '../../router/router.tsx';
import styles from './merge-progress.module.css';
import { faultWords, unsentOf } from './merge-words.ts';
import { useTakeMerge } from './use-merge.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';

/** What is left over of a merge that has ended: whom it was not sent to, and its draft. */
export function AfterEnd({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const take = useTakeMerge();
  const { busy, run } = useMergeAttempt();
  const { draft_id: draft, draft_discarded: isDiscarded, counts, taken_over: taken } = merge;
  // Who has two rows was sent to by the first.
  const left = counts.skipped - (counts.doubled ?? 0) + unsentOf(merge);

  async function refresh(): Promise<void> {
    take((await api.getMerge({ params: { id: merge.id } })).data);
  }

  async function again(): Promise<void> {
    const made = await run(
      async () => (await api.mergeAgain({ params: { id: merge.id } })).data,
      (error) =>
        error.code === 'merge_not_ready'
          ? t('merges.check.obstacle.nobody')
          : t('merges.failedAct', { reason: faultWords(t, error) }),
    );
    if (!made) {
      // Somebody else may have been first.
      await run(refresh);
      return;
    }
    take({ ...merge, taken_over: { by: made.id } });
    void navigate(`/merges/${made.id}?step=check`);
  }

  async function discard(id: string): Promise<void> {
    await run(async () => {
      const { data } = await api.getMessage({ params: { id }, query: {} });
      await api.deleteThreads({ body: { ids: [data.thread_id], folder_id: data.folder_id } });
      await refresh();
      notify({ text: t('merges.after.discarded') });
    });
  }

  const isOffered = left > 0 && !taken;
  // The merge that has taken them over is of the same draft.
  const isLeftOver = draft !== null && !isDiscarded && !taken;
  if (left === 0 && !isLeftOver) return null;
  return (
    <div className={styles.progress}>
      {isLeftOver && <p className={styles.words}>{t('merges.after.draft')}</p>}
      {left > 0 && taken && (
        <p className={styles.words}>
          {t('merges.after.takenOver', { count: left })}{' '}
          {taken.by !== null && <Link to={`/merges/${taken.by}`}>{t('merges.after.see')}</Link>}
        </p>
      )}
      {(isOffered || isLeftOver) && (
        <div className={styles.acts}>
          {isOffered && (
            <Button leftSection={<IconSend size={16} />} disabled={busy} onClick={() => void again()}>
              {t('merges.after.again', { count: left })}
            </Button>
          )}
          {isLeftOver && (
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
      )}
    </div>
  );
}
