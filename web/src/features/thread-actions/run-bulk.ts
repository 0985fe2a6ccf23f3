import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { recordAct, type Undoing } from '../../parts/acts/act-history.ts';
import { notify } from '../../parts/notices/notify.ts';
import { type ActName, jobWords } from './act-words.ts';
import { job } from './jobs.ts';

type BulkOrder = Parameters<MailModel['startBulk']>[0];

/** Starts a server job over a whole list; the panel shows its progress. */
export async function runBulk(model: MailModel, name: ActName, order: BulkOrder, folder = ''): Promise<void> {
  try {
    const id = await model.startBulk(order);
    if (name !== 'deleteForGood') record(model, name, folder, id);
    follow(name, folder, id);
  } catch (error) {
    notifyFailure(error);
  }
}

/** Starts a server job that filters a folder, by its path, or all mail; resolves to whether it began. */
export async function runFilter(model: MailModel, ruleId: string, path: string | null): Promise<boolean> {
  try {
    const id = await model.startFilter(ruleId, path);
    record(model, 'filter', '', id);
    follow('filter', '', id);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}

/** Deletes a label by a server job, whose undo restores it with its messages. */
export async function runDeleteLabel(model: MailModel, id: string, name: string): Promise<boolean> {
  try {
    const job = await model.deleteLabel(id);
    record(model, 'deleteLabel', name, job);
    follow('deleteLabel', name, job);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}

function record(model: MailModel, name: ActName, folder: string, id: string): void {
  const words = () => jobWords(name, model.bulkJob(id) ?? { changed: 0, done: 0 }, folder);
  recordAct({ jobId: id, words, undo: () => undoBulk(model, name, folder, id) });
}

function follow(name: ActName, folder: string, id: string): void {
  job.set({ kind: 'bulk', name, id, folder, undoing: false });
  notify({ text: say('acts.bulk.started') });
}

export async function stopBulk(model: MailModel, id: string): Promise<void> {
  await model.cancelBulk(id).catch(notifyFailure);
}

/** The server keeps the previous state for a day; the unfinished part of the job is cancelled. */
export async function undoBulk(
  model: MailModel,
  name: ActName,
  folder: string,
  id: string,
): Promise<Undoing> {
  const running = job.get();
  if (running && !(running.kind === 'bulk' && running.id === id)) {
    notify({ text: say('errors.operation_in_progress') });
    return 'failed';
  }
  job.set({ kind: 'bulk', name, id, folder, undoing: true });
  try {
    await model.undoBulk(id);
    return 'begun';
  } catch (error) {
    job.set(null);
    notifyFailure(error);
    const { code } = error as ApiError;
    return code === 'not_undoable' || code === 'job_not_found' ? 'final' : 'failed';
  }
}

function notifyFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  notify({ text: errorWords(say, error), tone: 'danger', seconds: 5 });
}
