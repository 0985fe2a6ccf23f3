import { say } from '../../i18n/i18n.ts';
import { asApiError, isUnreachable } from '../../model/engine/retry.ts';
import { recordAct } from '../../parts/acts/act-history.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { dismiss, showNotice } from '../../parts/notices/notify.ts';
import { announceContactFailure } from './begin-contact-act.ts';

/** Longer than for what was done with one key: this is read first. */
const SECONDS = 10;

/** Announces what the server has done and can undo: by the notice, by the key `z` and in the history. */
export function announceUndoable(words: string, undo: () => Promise<void>): void {
  const id = recordAct({
    words: () => words,
    async undo() {
      dismiss(notice);
      try {
        await undo();
        return 'undone';
      } catch (thrown) {
        const error = asApiError(thrown);
        announceContactFailure(say('contacts.refused.undo'), error);
        return isUnreachable(error) ? 'failed' : 'final';
      }
    },
  });
  const notice = showNotice({ text: words, undo: () => takeBack(id), seconds: SECONDS });
}
