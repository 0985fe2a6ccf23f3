import type { BulkJob } from '@bocau/contract/bulk.ts';
import { say } from '../../i18n/i18n.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { actHistory, endUndo, recordAct } from '../../parts/acts/act-history.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { type ActName, jobWords } from './act-words.ts';
import { undoBulk } from './run-bulk.ts';

const NAMES: Record<BulkJob['action'], ActName> = {
  move: 'move',
  archive: 'archive',
  spam: 'spam',
  not_spam: 'notSpam',
  read: 'markRead',
  unread: 'markUnread',
  delete: 'delete',
  restore: 'restore',
  star: 'star',
  unstar: 'unstar',
  filter: 'filter',
  label: 'label',
  unlabel: 'unlabel',
  delete_label: 'deleteLabel',
  delete_sender: 'deleteSender',
};

/**
 * Adds the whole-list acts of other tabs and earlier visits to the history, and disables undo for those that
 * are too old.
 */
export async function learnJobs(model: MailModel): Promise<void> {
  for (const job of await model.latestBulkJobs()) {
    if (!job.can_undo) endUndo(job.id);
    else if (!actHistory.get().some((act) => act.jobId === job.id)) record(model, job);
  }
}

function record(model: MailModel, job: BulkJob): void {
  const name = NAMES[job.action];
  const to = job.to_folder_id === null ? null : model.folderById(job.to_folder_id);
  const label = model.labels().find(({ id }) => id === job.label_id);
  const sender = job.action === 'delete_sender' ? say('acts.aSender') : '';
  const folder = to ? folderWords(say, to.display_name) : (label?.name ?? sender);
  recordAct({
    ...{ jobId: job.id, at: job.created_at, elsewhere: true },
    words: () => jobWords(name, job, folder),
    undo: () => undoBulk(model, { name, folder }, job.id),
  });
}
