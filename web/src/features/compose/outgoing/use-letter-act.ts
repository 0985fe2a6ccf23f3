import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorKey } from '../../../i18n/error-words.ts';
import { notify } from '../../notices/notify.ts';

/** Asks the server for something about a letter, once at a time; says what `run` answers, or why it did not work. */
export function useLetterAct(): [act: (run: () => Promise<string | null>) => void, busy: boolean] {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function perform(run: () => Promise<string | null>): Promise<void> {
    setBusy(true);
    try {
      const text = await run();
      if (text !== null) notify({ text });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: t(errorKey(error)), tone: 'danger', seconds: 8 });
    } finally {
      setBusy(false);
    }
  }

  return [(run) => void perform(run), busy];
}
