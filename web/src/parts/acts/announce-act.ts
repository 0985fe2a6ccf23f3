import type { ApiError } from '@bocau/contract/client.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { dismiss, type Notice, notices, showNotice } from '../notices/notify.ts';
import { forgetAct, recordAct } from './act-history.ts';
import { takeBack } from './undo-latest.ts';

/** An act that is shown before the server has answered. */
type BegunAct = {
  /** False when there is nothing to undo. */
  undo(): Promise<boolean>;
  /** False when it was refused, or undone before it was sent. */
  settled: Promise<boolean>;
  /** Says that it could not be undone, where `undo` may throw. */
  refused?(error: ApiError): void;
};

type More = {
  action?: NonNullable<Notice['action']> | undefined;
  /** Whom it will be told, a sentence that is not repeated when it is undone. */
  tells?: string | undefined;
  /** Whether others are told of it when its notice goes, as far as is known then. */
  isTold?: () => boolean;
};

/**
 * Announces an act as done: the notice, the key `z` and the history can undo it. A refused act is taken from
 * all three, and so is one that others were told of (CL-363): undone later, it would be told to them unseen.
 */
export function announceAct(
  act: BegunAct,
  words: string,
  { action, tells, isTold = () => tells !== undefined }: More = {},
): void {
  let undone = false;
  const id = recordAct({
    words: () => words,
    async undo() {
      undone = true;
      dismiss(notice);
      try {
        return (await act.undo()) ? 'undone' : 'nothing';
      } catch (error) {
        if (!act.refused) throw error;
        act.refused(asApiError(error));
        return 'final';
      }
    },
  });
  const text = tells === undefined ? words : `${words}. ${tells}`;
  const takeItBack = () => takeBack(id);
  const notice = showNotice({ ...(action && { action }), text, undo: takeItBack });
  onUndoGone(takeItBack, () => {
    if (!undone && isTold()) forgetAct(id);
  });
  void act.settled.then((done) => {
    if (done || undone) return;
    forgetAct(id);
    dismiss(notice);
  });
}

/** Another notice may offer the same undo in place of the first. One whose undo is pressed goes before it is run. */
function onUndoGone(undo: () => unknown, then: () => void): void {
  const stop = notices.subscribe(() => {
    if (notices.get().some((one) => one.undo === undo)) return;
    stop();
    queueMicrotask(then);
  });
}
