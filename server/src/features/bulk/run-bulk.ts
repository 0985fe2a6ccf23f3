import { readLabel } from '../../mail/labels/labels.store.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { sendEvent } from '../../mail/mailbox/publish-event.ts';
import { isFolder, returnPassed } from '../../mail/messages/move-messages.ts';
import { learnAgain } from '../../mail/spam-training/learn-moves.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobRun, Task } from '../../platform/jobs/task.ts';
import { isPermanent } from '../../platform/jobs/translate-error.ts';
import type { Logger } from '../../platform/logger.ts';
import { addRules, removeRules } from '../rules/blocked-senders.ts';
import { actOnHits } from './act-on-hits.ts';
import { type BulkRow, putBackMessages, readBulkJob, type ThreadJob, updateBulkJob } from './bulk.store.ts';
import { bulkView } from './bulk.view.ts';
import { bulkTask, undoBulkTask } from './bulk-tasks.ts';
import { chooseFromSearch } from './choose-from-search.ts';
import { chooseLabelled, chooseMessages, chooseOfSender } from './choose-messages.ts';
import { type Chunk, chooseFromFolder } from './choose-threads.ts';
import { runFilter } from './run-filter.ts';
import { keepLabel } from './start-bulk.ts';

type Payload = { mailboxId: number; id: string };

/** After this time the job goes to the end of the queue, so that a large one does not block those behind it. */
const TURN_MS = 5_000;
const MESSAGES_PUT_BACK_AT_ONCE = 300;

/** Runs a bulk job in chunks; after a crash anywhere, the next attempt continues after the last chunk. */
export function runBulk(deps: ChangeDeps & { log: Logger }, payload: Payload, run: JobRun): Promise<void> {
  return runInChunks(deps, bulkTask, 'running', payload, run, async (change, job) => {
    // Mail moved into a folder that was deleted meanwhile would be invisible.
    if (job.to_folder_id !== null && !(await isFolder(change, job.to_folder_id)))
      return { ...job, state: 'failed' };
    if (job.action === 'filter') return runFilter(deps.log, change, job);
    if (job.action === 'label' && !(await readLabel(change.tx, change.mailboxId, job.label_id as string)))
      return { ...job, state: 'failed' };
    return runChunk(deps.clock, change, job);
  });
}

/** Acts on the next chunk of the job. */
export async function runChunk(clock: Clock, change: MailboxChange, job: ThreadJob): Promise<ThreadJob> {
  const chunk = await chooseThreads(change, job);
  const acted = chunk.hits.length > 0 ? await actOnHits(change, clock, job, chunk.hits) : job;
  const done = job.done + chunk.threads;
  // The count of a search was capped; at its end the total is known.
  const total = chunk.end && job.folder_id === null ? done : Math.max(job.total, done);
  return {
    ...acted,
    reached: chunk.reached,
    total,
    // Those that needed no change, or left the list meanwhile, count as done too.
    done: chunk.end ? total : done,
    state: chunk.end ? 'done' : job.state,
  };
}

export function runUndo(deps: ChangeDeps, payload: Payload, run: JobRun): Promise<void> {
  return runInChunks(deps, undoBulkTask, 'undoing', payload, run, async (change, job) => {
    const { tx, mailboxId, folders } = change;
    const { steps, threads } = await putBackMessages(tx, mailboxId, job, folders, MESSAGES_PUT_BACK_AT_ONCE);
    change.markThreadsDirty(threads);
    if (folders.Snoozed !== undefined) await returnPassed(change);
    const end = steps < MESSAGES_PUT_BACK_AT_ONCE;
    const done = end ? job.total : Math.min(job.total, job.done + threads.length);
    if (!end) return { ...job, done };
    await removeRules(change, job.rules_made);
    await addRules(change, job.rules_removed);
    await learnAgain(change, job.learned);
    return { ...job, done, state: 'undone' };
  });
}

function chooseThreads(change: MailboxChange, job: ThreadJob): Promise<Chunk> {
  if (job.action === 'delete_label') return chooseLabelled(change, job);
  if (job.action === 'delete_sender') return chooseOfSender(change, job);
  if (job.folder_id === null) return chooseFromSearch(change, job);
  return job.single
    ? chooseMessages(change, job, job.folder_id)
    : chooseFromFolder(change, job, job.folder_id);
}

type Step = (change: MailboxChange, job: BulkRow) => Promise<BulkRow>;

async function runInChunks(
  deps: ChangeDeps,
  task: Task<Payload>,
  state: BulkRow['state'],
  payload: Payload,
  { signal, lastAttempt }: JobRun,
  step: Step,
): Promise<void> {
  const { mailboxId, id } = payload;
  const turnEnds = deps.clock.now() + TURN_MS;
  try {
    for (;;) {
      signal.throwIfAborted();
      const job = await changeMailbox(deps, mailboxId, async (change) => {
        const before = await readBulkJob(change.tx, mailboxId, id);
        if (before?.state !== state) return before;
        const after = await step(change, before);
        await updateBulkJob(change.tx, mailboxId, after);
        return after;
      });
      if (!job) return;
      await announceProgress(deps, mailboxId, job);
      if (job.state !== state) return;
      if (deps.clock.now() >= turnEnds) {
        await inTransaction(deps.db, (tx) => addJob(tx, task, payload));
        return;
      }
    }
  } catch (error) {
    if ((lastAttempt || isPermanent(error)) && !signal.aborted) await giveUp(deps, payload, state);
    throw error;
  }
}

async function giveUp(deps: ChangeDeps, { mailboxId, id }: Payload, state: BulkRow['state']): Promise<void> {
  const failed = await changeMailbox(deps, mailboxId, async (change) => {
    const job = await readBulkJob(change.tx, mailboxId, id);
    if (job?.state !== state) return undefined;
    await updateBulkJob(change.tx, mailboxId, { ...job, state: 'failed' });
    await keepLabel(change, job);
    return { ...job, state: 'failed' as const };
  });
  if (failed) await announceProgress(deps, mailboxId, failed);
}

async function announceProgress(deps: ChangeDeps, mailboxId: number, job: BulkRow): Promise<void> {
  const data = bulkView(job, unixSeconds(deps.clock));
  await sendEvent(deps.db, mailboxId, { event: 'bulk_progress', data });
}
