import i18next from 'i18next';
import type { MailModel } from '../../model/mail-model.ts';
import { notify } from '../notices/notify.ts';
import { job } from './jobs.ts';
import { runBulk } from './run-bulk.ts';

/** Marks everything in a folder, on the server: lists and counts follow as it goes. */
export async function markAllInFolder(model: MailModel, path: string, unread: boolean): Promise<void> {
  if (job.get()) {
    notify({ text: i18next.t('errors.operation_in_progress') });
    return;
  }
  const where = { kind: 'folder', path } as const;
  await runBulk(model, unread ? 'markUnread' : 'markRead', { where, action: unread ? 'unread' : 'read' });
}
