import { say } from '../../i18n/i18n.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { notices, notify } from '../../parts/notices/notify.ts';
import { restOfBatch } from './run-batch.ts';

/** One step back, as often as it is asked for; a batch is one step. */
export async function undoLatest(model: MailModel): Promise<void> {
  const undone = await model.undoLatest();
  if (!undone) {
    notify({ text: say('acts.nothingToUndo') });
    return;
  }
  for (const act of restOfBatch(undone)) await act.undo();
  // The undo that is on offer now may be the very one that was just done.
  notices.set(null);
  notify({ text: say('acts.undone') });
}
