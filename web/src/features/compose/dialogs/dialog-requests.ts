import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { createStore } from '../../../lib/store.ts';
import type {
  SendFailure,
  SendHow,
  SendKind,
  SendProblem,
  Sharing,
} from '../../../model/compose/compose-model.ts';
import type { Question } from './questions-dialog.tsx';
import type { UploadingAnswer } from './uploading-dialog.tsx';

/** The previous answer, and the time of the message's last send: the shares would have expired before it. */
export type EarlyEnd = { sharing: Sharing; lastSend: number };

/** The dialog to show about a message, and the callback for its answer. */
export type ComposeDialog =
  | { kind: 'problem'; problem: SendProblem; answer(goOn: boolean): void }
  | { kind: 'questions'; questions: readonly Question[]; answer(goOn: boolean): void }
  | { kind: 'uploading'; names: readonly string[]; answer(answer: UploadingAnswer): void }
  | { kind: 'failed'; failure: SendFailure; how: SendKind; answer(goOn: boolean): void }
  | {
      kind: 'sharing';
      ids: readonly string[];
      receivers: readonly { email: string; name: string }[];
      how: SendHow;
      refused: EarlyEnd | null;
      answer(sharing: Sharing | null): void;
    }
  | { kind: 'signing-out'; lost: 'drafts' | 'mails' | 'uploads'; answer(goOn: boolean): void }
  /** `at` in unix seconds: the time it is scheduled for so far. */
  | { kind: 'schedule'; at: number | null; answer(at: number | null): void }
  /** When the answered conversation comes back; `null`: with an answer, `false`: back to the message. */
  | { kind: 'later'; answer(until: number | null | false): void }
  | { kind: 'period'; rule: PeriodicRule | null; answer(rule: PeriodicRule | null): void };

export const composeDialog = createStore<ComposeDialog | null>(null);

let latest: Promise<unknown> = Promise.resolve();

/** One dialog at a time: the next one waits until this one is answered. */
export function ask<T>(request: (answer: (value: T) => void) => ComposeDialog): Promise<T> {
  const answered = latest.then(
    () =>
      new Promise<T>((resolve) =>
        composeDialog.set(
          request((value) => {
            composeDialog.set(null);
            resolve(value);
          }),
        ),
      ),
  );
  latest = answered;
  return answered;
}
