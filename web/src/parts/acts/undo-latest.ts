import { say } from '../../i18n/i18n.ts';
import { dismissAbout, notify } from '../notices/notify.ts';
import { actHistory, latestAct, undoPast } from './act-history.ts';

/**
 * One step back, as often as it is asked for; a batch and a whole list are one step. `undoEarlier` takes back what this
 * page does not know of.
 */
export async function undoLatest(undoEarlier?: () => Promise<boolean>): Promise<void> {
  for (let act = latestAct(); act; act = latestAct()) {
    const undoing = await takeBack(act.id);
    if (undoing !== 'nothing') return;
  }
  if (!(await undoEarlier?.())) notify({ text: say('acts.nothingToUndo') });
}

/** Takes one act back, and says so where it is done at once. */
export async function takeBack(id: number) {
  const past = actHistory.get().find((each) => each.id === id);
  const undoing = await undoPast(id);
  if (past && undoing === 'undone') {
    // The undo that is on offer may be the very one that was just done.
    const about = past.acts().map((act) => act.id);
    dismissAbout(about);
    notify({ text: say('acts.undone', { what: past.words() }), about });
  }
  return undoing;
}
