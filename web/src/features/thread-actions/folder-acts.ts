import { say } from '../../i18n/i18n.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { recordAct } from '../../parts/acts/act-history.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { notify } from '../../parts/notices/notify.ts';
import { job } from './jobs.ts';
import { withBulk } from './late-bulk.ts';

/** Marks everything in a folder, on the server: lists and counts follow as it progresses. */
export async function markAllInFolder(model: MailModel, path: string, unread: boolean): Promise<void> {
  if (job.get()) {
    notify({ text: say('errors.operation_in_progress') });
    return;
  }
  const where = { kind: 'folder', path } as const;
  const order = { where, action: unread ? 'unread' : 'read' } as const;
  await withBulk(({ runBulk }) => runBulk(model, unread ? 'markUnread' : 'markRead', order));
}

/** Records an act on a folder itself in the history, and shows a notice with undo. */
export function recordFolderAct(words: () => string, undo: () => Promise<boolean>): void {
  const id = recordAct({ words, undo: async () => ((await undo()) ? 'undone' : 'failed') });
  notify({ text: words(), undo: () => takeBack(id) });
}

/** Deletes a label by a server job, whose undo restores it with its messages; resolves to whether it began. */
export async function deleteLabel(model: MailModel, id: string, name: string): Promise<boolean> {
  // LB-25: of few messages it has ended with the call, and nothing else tells so.
  const start = async () => model.followBulk(await model.deleteLabel(id));
  const deleted = { name: 'deleteLabel', folder: name, start } as const;
  return (await withBulk(({ runJob }) => runJob(model, deleted))) ?? false;
}
