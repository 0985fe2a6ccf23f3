import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from './notify.ts';

/**
 * Runs one act at a time; a refusal is said in a notice, and null is answered. `wordsOf` says it in words of its own, or
 * not at all; what is given with an act, for that act.
 */
export function useAttempt(wordsOf?: (error: ApiError) => string | null) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function run<Result>(act: () => Promise<Result>, wordsHere = wordsOf): Promise<Result | null> {
    if (busy) return null;
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = wordsHere ? wordsHere(error) : errorWords(t, error);
      if (text !== null) notify({ text, tone: 'danger', seconds: 8 });
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
