import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';

/** Runs one act at a time; a refusal is told, and null is answered. A question that was left is none. */
export function useTry() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function run<Result>(act: () => Promise<Result>): Promise<Result | null> {
    if (busy) return null;
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = t('protection.step.failed', { reason: errorWords(t, error) });
      if (error.code !== 'proof_required') notify({ text, tone: 'danger', seconds: 8 });
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
