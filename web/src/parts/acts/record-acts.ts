import type { Act } from '../../model/mail/mail-model.ts';
import { forgetAct, recordAct, type Undoing } from './act-history.ts';

/** Records acts on mail as one undoable step; acts that the server refuses are removed. */
export function recordActs(words: () => string, acts: readonly Act[], afterUndo?: () => void): number {
  let undone = false;
  const id = recordAct({
    words,
    acts: () => acts,
    async undo() {
      undone = true;
      return undoActs(acts, afterUndo);
    },
  });
  void Promise.all(acts.map((act) => act.settled)).then((done) => {
    if (!undone && !done.includes(true)) forgetAct(id);
  });
  return id;
}

export async function undoActs(acts: readonly Act[], afterUndo?: () => void): Promise<Undoing> {
  let any = false;
  for (const act of acts.toReversed()) any = (await act.undo()) || any;
  if (any) afterUndo?.();
  return any ? 'undone' : 'nothing';
}
