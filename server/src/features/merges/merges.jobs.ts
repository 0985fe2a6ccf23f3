import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { wakeMergesTask } from '../../mail/outbox/sending-tasks.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { hasJob } from '../../platform/jobs/add-job.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { MergeDeps } from './merge-deps.ts';
import { readMerge, readRunning } from './merges.store.ts';
import { jobKeyOf, sendMergeTask } from './send-merge-task.ts';
import { sendRows } from './send-rows.ts';
import { addTurn } from './start-merge.ts';
import { wakeDayLimited } from './wake-merges.store.ts';

const requeueMergesTask = defineTask('requeue_merges', { maxAttempts: 3, priority: 10, lane: 'slow' });

export const mergeCron: CronJob[] = [{ task: requeueMergesTask, at: '29 * * * *', catchUpHours: 1 }];

export function mergeHandlers(deps: MergeDeps): TaskHandler[] {
  return [
    handle(sendMergeTask, (key, run) => sendRows(deps, key, run)),
    handle(requeueMergesTask, (_payload, { signal }) => requeueMerges(deps, signal)),
    handle(wakeMergesTask, ({ domainId }) => inTransaction(deps.db, (tx) => wakeDayLimited(tx, domainId))),
  ];
}

/** Enqueues new jobs for merges that run and whose job is gone, or that wait for a day that may have become longer. */
export async function requeueMerges(deps: MergeDeps, signal: AbortSignal): Promise<void> {
  // MM-30: a turn that read the limit just before it changed goes to wait after the others were woken.
  await inTransaction(deps.db, (tx) => wakeDayLimited(tx, null));
  for (const key of await readRunning(deps.db)) {
    signal.throwIfAborted();
    if (await hasJob(deps.db, jobKeyOf(key.mergeId))) continue;
    await changeMailbox(deps, key.mailboxId, async ({ tx }) => {
      // Read again under the lock: it may have been paused or stopped meanwhile.
      const merge = await readMerge(tx, key.mailboxId, key.mergeId);
      if (merge?.state !== 'running') return;
      await addTurn(tx, key);
      deps.log.warn({ merge: key.mergeId }, 'orphaned mail merge requeued');
    });
  }
}
