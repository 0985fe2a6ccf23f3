import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from './notify.ts';

/**
 * Runs one act at a time; a refusal is shown in a notice, and the result is null. `wordsOf` replaces the text
 * of the notice, or suppresses it by null; one passed to `run` applies to that act only.
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
