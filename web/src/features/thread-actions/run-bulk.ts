import type { BulkAction, BulkJob } from '@bocau/contract/bulk.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { ListRef, MailModel } from '../../model/mail/mail-model.ts';
import { notify } from '../../parts/notices/notify.ts';
import { type ActName, doneWords, threadsInWords } from './act-words.ts';
import { job } from './jobs.ts';

type BulkOrder = { where: ListRef; action: BulkAction; to_folder_id?: string };

/** Has the server work through a whole list; the panel shows how far it is. */
export async function runBulk(model: MailModel, name: ActName, order: BulkOrder, folder = ''): Promise<void> {
  try {
    const id = await model.startBulk(order);
    job.set({ kind: 'bulk', name, id, folder, undoing: false });
    notify({ text: say('acts.bulk.started') });
  } catch (error) {
    notifyFailure(error);
  }
}

/** What there is to say when a job of this page has ended, or has been taken back. */
export function notifyBulkEnd(model: MailModel, name: ActName, folder: string, ended: BulkJob): void {
  const threads = threadsInWords(ended.done);
  if (ended.state === 'failed')
    notify({ text: say('acts.bulk.failed', { threads }), tone: 'danger', seconds: 8 });
  if (ended.state === 'undone') notify({ text: say('acts.undone') });
  if (ended.state !== 'done' && ended.state !== 'cancelled') return;
  const text =
    ended.state === 'done' ? doneWords(name, ended.done, folder) : say('acts.bulk.cancelled', { threads });
  if (!ended.can_undo || ended.done === 0) notify({ text });
  else notify({ text, undo: () => undo(model, name, folder, ended.id) });
}

export async function stopBulk(model: MailModel, id: string): Promise<void> {
  await model.cancelBulk(id).catch(notifyFailure);
}

async function undo(model: MailModel, name: ActName, folder: string, id: string): Promise<void> {
  job.set({ kind: 'bulk', name, id, folder, undoing: true });
  await model.undoBulk(id).catch((error: unknown) => {
    job.set(null);
    notifyFailure(error);
  });
}

function notifyFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  notify({ text: errorWords(say, error), tone: 'danger', seconds: 5 });
}
