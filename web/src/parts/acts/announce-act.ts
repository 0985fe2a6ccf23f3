import { dismiss, type Notice, notices, showNotice } from '../notices/notify.ts';
import { forgetAct, recordAct } from './act-history.ts';
import { takeBack } from './undo-latest.ts';

/** An act that is shown before the server has answered. */
type BegunAct = {
  /** False when there is nothing to undo. */
  undo(): Promise<boolean>;
  /** False when it was refused, or undone before it was sent. */
  settled: Promise<boolean>;
};

type More = {
  action?: NonNullable<Notice['action']> | undefined;
  /** Whom it will be told, a sentence that is not repeated when it is undone. */
  tells?: string | undefined;
  /** Others are told of it when its notice goes. */
  isTold?: boolean;
};

/**
 * Announces an act as done: the notice, the key `z` and the history can undo it. A refused act is taken from
 * all three, and so is one that others were told of (CL-363): undone later, it would be told to them unseen.
 */
export function announceAct(
  act: BegunAct,
  words: string,
  { action, tells, isTold = tells !== undefined }: More = {},
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
  if (isTold) forgetAfter(notice, id);
  void act.settled.then((done) => {
    if (done || undone) return;
    forgetAct(id);
    dismiss(notice);
  });
}

function forgetAfter(notice: number, act: number): void {
  const stop = notices.subscribe(() => {
    if (notices.get().some(({ id }) => id === notice)) return;
    stop();
    forgetAct(act);
  });
}
