import { ApiError } from '@bocau/contract/client.ts';
import { useRef } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';

type Act = (run: () => Promise<unknown>) => void;

/** Sends a request about a message, one at a time; then shows the message's new state, or the error. */
export function useMessageRequest(messageId: string): Act {
  const { t } = useTranslation();
  const model = useMailModel();
  // A disabled button would lose the focus, so this guards against a second press.
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
      // A refusal often means that the message has changed in the meantime.
      model.loadMessage(messageId).catch(ignoreUnanswered);
    }
  }

  return (run) => void perform(run);
}

/** The old state stays; the next change of the mailbox updates it. */
export function ignoreUnanswered(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
