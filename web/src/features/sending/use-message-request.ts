import { ApiError } from '@bocau/contract/client.ts';
import { useRef } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';

type Act = (run: () => Promise<unknown>) => void;

/** Asks the server for something about a message, once at a time, and shows it as it is then, or why it did not work. */
export function useMessageRequest(messageId: string): Act {
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
      notify({ text: errorWords(t, error), tone: 'danger', seconds: 8 });
    } finally {
      busy.current = false;
      // What was refused is often about a message that has gone on.
      model.loadMessage(messageId).catch(ignoreUnanswered);
    }
  }

  return (run) => void perform(run);
}

/** It is shown as it was; the next change of the mailbox brings it. */
export function ignoreUnanswered(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
