import type { Merge } from '@bocau/contract/merges.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { MERGES } from '../../parts/merges/use-merges.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { useNavigate } from '../../router/router.tsx';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { titleOf } from './merge-words.ts';
import { useMergeAttempt } from './use-merge-attempt.ts';

/** Asks before a merge with its table and its report is deleted, which can't be undone. */
export function DeleteMerge({ merge, onClose }: { merge: Merge; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const navigate = useNavigate();
  const { busy, run } = useMergeAttempt();

  async function remove(): Promise<void> {
    const isGone = await run(async () => {
      await api.deleteMerge({ params: { id: merge.id } });
      queries.setQueryData<Merge[]>(MERGES, (all) => all?.filter(({ id }) => id !== merge.id));
      notify({ text: t('merges.delete.done') });
      return true;
    });
    onClose();
    if (isGone) void navigate('/merges');
  }

  return (
    <ChoiceDialog
      title={t('merges.delete.title')}
      safe={t('common.actions.cancel')}
      other={{ label: t('merges.delete.act'), tone: 'danger', disabled: busy }}
      onSafe={onClose}
      onOther={() => void remove()}
    >
      <p>{t('merges.delete.text', { title: titleOf(t, merge) })}</p>
    </ChoiceDialog>
  );
}
