import type { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAttempt } from '../notices/use-attempt.ts';

type Code = ApiError['code'];
/** Special texts for error codes; null where the screen itself shows the error. */
export type Refusals = Partial<Record<Code, (error: ApiError) => string | null>>;

/** These texts already say that nothing was changed. */
const COMPLETE: readonly Code[] = [
  'invalid_input',
  'internal_error',
  'domain_quota_exceeded',
  'domain_seats_exceeded',
];

/** An attempt to change the account's protection; a cancelled question is not an error. */
export function useAccountAttempt() {
  const { t } = useTranslation();
  const attempt = useAttempt();

  function wordsOf(error: ApiError): string | null {
    if (error.code === 'proof_required') return null;
    const reason = errorWords(t, error);
    return COMPLETE.includes(error.code) ? reason : t('protection.step.failed', { reason });
  }

  const run = <Result>(act: () => Promise<Result>, refusals: Refusals = {}) =>
    attempt.run(act, (error) => {
      const own = refusals[error.code];
      return own ? own(error) : wordsOf(error);
    });
  return { busy: attempt.busy, run };
}
