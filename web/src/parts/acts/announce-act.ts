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
 * all three.
 */
export function announceAct(
  act: BegunAct,
  words: string,
  way: { action?: NonNullable<Notice['action']> } = {},
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
  const notice = showNotice({ ...way, text: words, undo: () => takeBack(id) });
  void act.settled.then((done) => {
    if (done || undone) return;
    forgetAct(id);
    dismiss(notice);
  });
}
