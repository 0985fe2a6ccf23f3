import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAttempt } from '../../parts/notices/use-attempt.ts';

/** An attempt to protect the account: a question that was left is none. */
export function useTry() {
  const { t } = useTranslation();
  return useAttempt((error) =>
    error.code === 'proof_required' ? null : t('protection.step.failed', { reason: errorWords(t, error) }),
  );
}
