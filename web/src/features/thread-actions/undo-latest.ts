import { say } from '../../i18n/i18n.ts';
import { notices, notify } from '../../parts/notices/notify.ts';
import { latestAct, undoPast } from './act-history.ts';

/** One step back, as often as it is asked for; a batch and a whole list are one step. */
export async function undoLatest(): Promise<void> {
  for (let act = latestAct(); act; act = latestAct()) {
    const undoing = await takeBack(act.id);
    if (undoing !== 'nothing') return;
  }
  notify({ text: say('acts.nothingToUndo') });
}

/** Takes one act back, and says so where it is done at once. */
export async function takeBack(id: number) {
  const undoing = await undoPast(id);
  if (undoing === 'undone') {
    // The undo that is on offer now may be the very one that was just done.
    notices.set(null);
    notify({ text: say('acts.undone') });
  }
  return undoing;
}
