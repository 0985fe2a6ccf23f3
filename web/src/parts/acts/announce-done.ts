import type { ApiError } from '@bocau/contract/client.ts';
import { asApiError, isUnreachable } from '../../model/engine/retry.ts';
import { dismiss, showNotice } from '../notices/notify.ts';
import { recordAct } from './act-history.ts';
import { takeBack } from './undo-latest.ts';

/** Longer than for what was done with one key: this is read first. */
const SECONDS = 10;

type Undo = {
  run(): Promise<void>;
  /** Says that it could not be undone. */
  refused(error: ApiError): void;
};

/**
 * Announces what the server has done and can undo: by the notice, by the key `z` and in the history. Answers with the
 * undo, for what offers it besides.
 */
export function announceDone(words: string, undo: Undo): () => void {
  const id = recordAct({
    words: () => words,
    async undo() {
      dismiss(notice);
      try {
        await undo.run();
        return 'undone';
      } catch (thrown) {
        const error = asApiError(thrown);
        undo.refused(error);
        return isUnreachable(error) ? 'failed' : 'final';
      }
    },
  });
  const notice = showNotice({ text: words, undo: () => takeBack(id), seconds: SECONDS });
  return () => void takeBack(id);
}
