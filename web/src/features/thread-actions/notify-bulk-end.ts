import type { BulkJob } from '@bocau/contract/bulk.ts';
import { say } from '../../i18n/i18n.ts';
import { readableSize } from '../../lib/sizes.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { actHistory, type Undoing, undoPast } from '../../parts/acts/act-history.ts';
import { notify } from '../../parts/notices/notify.ts';
import { type ActName, jobWords, threadsInWords } from './act-words.ts';
import { undoBulk } from './run-bulk.ts';

/** Announces that a job of this page has ended, or has been undone. */
export function notifyBulkEnd(model: MailModel, name: ActName, folder: string, ended: BulkJob): void {
  const threads =
    name === 'filter' || name === 'deleteSender'
      ? say('acts.messages', { count: ended.done })
      : threadsInWords(ended.done);
  if (ended.state === 'failed')
    notify({ text: say('acts.bulk.failed', { threads }), tone: 'danger', seconds: 8 });
  if (ended.state === 'undone') notify({ text: say('acts.undone', { what: jobWords(name, ended, folder) }) });
  if (ended.state !== 'done' && ended.state !== 'cancelled') return;
  const told = [
    ended.state === 'done' ? jobWords(name, ended, folder) : say('acts.bulk.cancelled', { threads }),
  ];
  if (ended.blocked > 0) told.push(say('acts.bulk.blocked', { count: ended.blocked }));
  if (ended.unblocked > 0) told.push(say('acts.bulk.unblocked', { count: ended.unblocked }));
  if (ended.not_blocked > 0) told.push(say('acts.bulk.notBlocked', { count: ended.not_blocked }));
  if (ended.freed_bytes) told.push(say('acts.bulk.freed', { size: readableSize(ended.freed_bytes) }));
  const text = told.join('. ');
  const changed = name === 'filter' ? ended.changed : ended.done;
  // A deleted label can come back, also where nothing carried it.
  const isDone = changed > 0 || name === 'deleteLabel';
  if (!ended.can_undo || !isDone) notify({ text });
  else notify({ text, undo: () => undoOf(model, name, folder, ended.id) });
}

/** Uses the history where it knows the job, so that one act is not undone twice. */
function undoOf(model: MailModel, name: ActName, folder: string, id: string): Promise<Undoing> {
  const known = actHistory.get().find((act) => act.jobId === id);
  return known ? undoPast(known.id) : undoBulk(model, { name, folder }, id);
}
