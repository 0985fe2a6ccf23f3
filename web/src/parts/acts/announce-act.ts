import { dismiss, type Notice, showNotice } from '../notices/notify.ts';
import { forgetAct, recordAct } from './act-history.ts';
import { takeBack } from './undo-latest.ts';

/** An act that is shown before the server has answered. */
type BegunAct = {
  /** False when there is nothing to undo. */
  undo(): Promise<boolean>;
  /** False when it was refused, or undone before it was sent. */
  settled: Promise<boolean>;
};

/**
 * Announces an act as done: the notice, the key `z` and the history can undo it. A refused act is taken from
 * all three. `tells`: whom it will be told, a sentence that is not repeated when it is undone.
 */
export function announceAct(
  act: BegunAct,
  words: string,
  { action, tells }: { action?: NonNullable<Notice['action']> | undefined; tells?: string | undefined } = {},
): void {
  let undone = false;
  const id = recordAct({
    words: () => words,
    async undo() {
      undone = true;
      dismiss(notice);
      return (await act.undo()) ? 'undone' : 'nothing';
    },
  });
  const text = tells === undefined ? words : `${words}. ${tells}`;
  const notice = showNotice({ ...(action && { action }), text, undo: () => takeBack(id) });
  void act.settled.then((done) => {
    if (done || undone) return;
    forgetAct(id);
    dismiss(notice);
  });
}
