import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAttempt } from '../../parts/notices/use-attempt.ts';

/** One act on a merge at a time; a refusal is shown with its reason. */
export function useMergeAttempt() {
  const { t } = useTranslation();
  return useAttempt((error) =>
    error.code === 'not_undoable'
      ? t('merges.progress.tooLate')
      : t('merges.failedAct', { reason: errorWords(t, error) }),
  );
}
