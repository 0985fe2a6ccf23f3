import { say } from '../../i18n/i18n.ts';
import { dismissAbout, notify } from '../notices/notify.ts';
import { actHistory, latestAct, undoPast } from './act-history.ts';

/**
 * Undoes the latest step, and with each call one more; a batch or a whole list is one step. `undoEarlier`
 * undoes acts that this page has not recorded.
 */
export async function undoLatest(undoEarlier?: () => Promise<boolean>): Promise<void> {
  for (let act = latestAct(); act; act = latestAct()) {
    const undoing = await takeBack(act.id);
    if (undoing !== 'nothing') return;
  }
  if (!(await undoEarlier?.())) notify({ text: say('acts.nothingToUndo') });
}

/** Undoes one act, and says so if it was done at once. */
export async function takeBack(id: number) {
  const past = actHistory.get().find((each) => each.id === id);
  const undoing = await undoPast(id);
  if (past && undoing === 'undone') {
    // The notice on screen may offer the very undo that was just done.
    const about = past.acts().map((act) => act.id);
    dismissAbout(about);
    notify({ text: say('acts.undone', { what: past.words() }), about });
  }
  return undoing;
}
