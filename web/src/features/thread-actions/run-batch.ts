import type { Thread } from '@bocau/contract/threads.ts';
import { say } from '../../i18n/i18n.ts';
import type { Act, MailModel } from '../../model/mail/mail-model.ts';
import type { Operation } from '../../model/mail/operations/operation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { type ActName, doneWords, threadsInWords } from './act-words.ts';
import { job } from './jobs.ts';

/** Acts of batches, so that taking back the latest of them takes back the whole batch. */
const batches = new Set<readonly Act[]>();
/** A refusal within a batch is told once, at its end. */
const inBatch = new WeakSet<Operation>();

export function belongsToBatch(operation: Operation): boolean {
  return inBatch.has(operation);
}

/** One thread after the other, each shown as it is done; ends early after `stopBatch`. */
export async function runBatch(
  model: MailModel,
  name: ActName,
  threads: readonly Thread[],
  operationFor: (thread: Thread) => Operation,
  options: { folder?: string; afterUndo?: () => void } = {},
): Promise<void> {
  const acts: Act[] = [];
  job.set({ kind: 'batch', name, total: threads.length, done: 0, stopping: false });
  for (const thread of threads) {
    if (isStopping()) break;
    const operation = operationFor(thread);
    inBatch.add(operation);
    const act = model.act(operation);
    inBatch.add(act.operation);
    if (await act.settled) acts.push(act);
    const running = job.get();
    if (running?.kind === 'batch') job.set({ ...running, done: running.done + 1 });
  }
  const tried = doneOf(threads.length);
  job.set(null);
  notifyEnd(name, acts, tried, threads.length, options);
}

export function stopBatch(): void {
  const running = job.get();
  if (running?.kind === 'batch') job.set({ ...running, stopping: true });
}

/** The other acts of the batch that an operation was part of, latest first. */
export function restOfBatch(operation: Operation): readonly Act[] {
  for (const batch of batches) {
    if (!batch.some((act) => act.operation === operation)) continue;
    batches.delete(batch);
    return batch.filter((act) => act.operation !== operation).toReversed();
  }
  return [];
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
  name: ActName,
  acts: readonly Act[],
  tried: number,
  total: number,
  { folder, afterUndo }: { folder?: string; afterUndo?: () => void },
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
  batches.add(acts);
  notify({
    text: parts.join('. '),
    tone,
    undo: async () => {
      batches.delete(acts);
      for (const act of acts.toReversed()) await act.undo();
      afterUndo?.();
      notify({ text: say('acts.undone') });
    },
  });
}
