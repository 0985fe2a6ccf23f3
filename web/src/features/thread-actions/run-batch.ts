import type { Thread } from '@bocau/contract/threads.ts';
import { say } from '../../i18n/i18n.ts';
import type { Act, MailModel } from '../../model/mail/mail-model.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import { forgetAct, recordAct } from '../../parts/acts/act-history.ts';
import { undoActs } from '../../parts/acts/record-acts.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { notify } from '../../parts/notices/notify.ts';
import { type ActName, doneWords, threadsInWords } from './act-words.ts';
import { job } from './jobs.ts';

/** Refusals within a batch are reported once, at its end. */
const inBatch = new WeakSet<Operation>();

export function belongsToBatch(operation: Operation): boolean {
  return inBatch.has(operation);
}

/** Processes threads one by one, showing each as it is done; ends early after `stopBatch`. */
export async function runBatch(
  model: MailModel,
  name: ActName,
  threads: readonly Thread[],
  operationFor: (thread: Thread) => Operation,
  options: { folder?: string; afterUndo?: (() => void) | undefined } = {},
): Promise<void> {
  const acts: Act[] = [];
  let undone = false;
  const id = recordAct({
    words: () => doneWords(name, acts.length, options.folder),
    acts: () => acts,
    async undo() {
      undone = true;
      stopBatch();
      return undoActs(acts, options.afterUndo);
    },
  });
  job.set({ kind: 'batch', name, total: threads.length, done: 0, stopping: false });
  for (const thread of threads) {
    if (isStopping()) break;
    const operation = operationFor(thread);
    inBatch.add(operation);
    const act = model.act(operation);
    inBatch.add(act.operation);
    acts.push(act);
    if (!(await act.settled)) acts.splice(acts.indexOf(act), 1);
    const running = job.get();
    if (running?.kind === 'batch') job.set({ ...running, done: running.done + 1 });
  }
  const tried = doneOf(threads.length);
  job.set(null);
  if (undone) return;
  if (acts.length === 0 || name === 'deleteForGood') forgetAct(id);
  notifyEnd({ name, acts, id }, tried, threads.length, options.folder);
}

export function stopBatch(): void {
  const running = job.get();
  if (running?.kind === 'batch') job.set({ ...running, stopping: true });
}

function isStopping(): boolean {
  const running = job.get();
  return running?.kind === 'batch' && running.stopping;
}

function doneOf(total: number): number {
  const running = job.get();
  return running?.kind === 'batch' ? running.done : total;
}

function notifyEnd(
  { name, acts, id }: { name: ActName; acts: readonly Act[]; id: number },
  tried: number,
  total: number,
  folder?: string,
): void {
  const refused = tried - acts.length;
  const parts = acts.length > 0 ? [doneWords(name, acts.length, folder)] : [];
  if (refused > 0) parts.push(say('acts.batch.refused', { threads: threadsInWords(refused) }));
  if (tried < total) parts.push(say('acts.batch.stopped', { threads: threadsInWords(total - tried) }));
  const tone = refused > 0 ? 'danger' : 'plain';
  if (acts.length === 0 || name === 'deleteForGood') {
    notify({ text: parts.join('. '), tone, ...(refused > 0 ? { seconds: 5 } : {}) });
    return;
  }
  notify({
    text: parts.join('. '),
    tone,
    undo: () => takeBack(id),
    about: acts.map((act) => act.id),
  });
}
