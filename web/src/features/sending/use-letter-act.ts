import { ApiError } from '@bocau/contract/client.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorKey } from '../../i18n/error-words.ts';
import { useMailModel } from '../mailbox-context/use-mailbox.ts';
import { notify } from '../notices/notify.ts';

type Act = (run: () => Promise<unknown>) => void;

/** Asks the server for something about a letter, once at a time, and shows it as it is then, or why it did not work. */
export function useLetterAct(messageId: string): Act {
  const { t } = useTranslation();
  const model = useMailModel();
  // Its button is not switched off meanwhile: that would take the focus from it.
  const busy = useRef(false);

  async function perform(run: () => Promise<unknown>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    try {
      await run();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: t(errorKey(error)), tone: 'danger', seconds: 8 });
    } finally {
      busy.current = false;
      // What was refused is often about a letter that has gone on.
      model.loadMessage(messageId).catch(ignoreUnanswered);
    }
  }

  return (run) => void perform(run);
}

/** It is shown as it was; the next change of the mailbox brings it. */
export function ignoreUnanswered(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
