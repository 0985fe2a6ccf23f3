import { listKey } from '../../../contacts/cards/derive-card.ts';
import {
  ALL_LISTS,
  type ContactsChange,
  type ContactsDeps,
  changeContacts,
} from '../../../contacts/change-contacts.ts';
import { respellList } from '../../../contacts/lists/lists.store.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { JobRun, Task } from '../../../platform/jobs/task.ts';
import { actOnCards, actOnGroups, undoSteps } from './act-on-cards.ts';
import {
  type BulkJob,
  insertSteps,
  readBulkJob,
  readGroupsOfList,
  readNextCards,
  takeSteps,
  updateBulkJob,
} from './bulk.store.ts';
import { findBulkCards } from './bulk-cards.ts';
import { contactBulkTask, undoContactBulkTask } from './bulk-tasks.ts';

type Payload = { mailboxId: number; id: string };

const PORTION = 100;
/** After this time the job goes to the end of the queue, so that a large one does not block those behind it. */
const TURN_MS = 5_000;

/** Runs in portions; after a crash anywhere, the next attempt continues after the last one. */
export function runContactBulk(deps: ContactsDeps, payload: Payload, run: JobRun): Promise<void> {
  return runInPortions(deps, contactBulkTask, 'running', payload, run, actOnPortion);
}

export function runContactBulkUndo(deps: ContactsDeps, payload: Payload, run: JobRun): Promise<void> {
  return runInPortions(deps, undoContactBulkTask, 'undoing', payload, run, undoPortion);
}

async function actOnPortion(change: ContactsChange, job: BulkJob, size: number, skip: boolean) {
  const { tx, mailboxId } = change;
  const cards = await findBulkCards(tx, mailboxId, job.orders, job.created_at);
  const ids = await readNextCards(tx, cards, { after: job.reached, limit: size });
  const reached = ids.at(-1) ?? job.reached;
  const steps = skip ? [] : await actOnCards(change, job, ids);
  if (ids.length === size) {
    await insertSteps(tx, mailboxId, job.id, steps);
    return { ...job, reached, done: job.done + ids.length, changed: job.changed + steps.length };
  }
  const groups = job.act === 'relist' ? await endOfList(change, job) : [];
  await insertSteps(tx, mailboxId, job.id, [...steps, ...groups]);
  const changed = job.changed + steps.length + groups.length;
  // Those that left the list meanwhile count as done too.
  return { ...job, reached, done: job.total, changed, state: 'done' as const };
}

async function endOfList(change: ContactsChange, job: BulkJob) {
  const { tx, mailboxId } = change;
  const from = listKey(job.orders.where.list ?? '');
  const groups = await actOnGroups(change, job, await readGroupsOfList(tx, mailboxId, from));
  const { to_list: to } = job.orders;
  if (typeof to === 'string' && listKey(to) === from) await respell(change, to);
  return groups;
}

async function undoPortion(change: ContactsChange, job: BulkJob, size: number, skip: boolean) {
  const steps = await takeSteps(change.tx, change.mailboxId, job.id, size);
  if (!skip) await undoSteps(change, job, steps);
  if (steps.length === size) return { ...job, done: job.done + steps.length };
  const { where, to_list: to } = job.orders;
  const from = where.list ?? '';
  if (job.act === 'relist' && typeof to === 'string' && listKey(to) === listKey(from))
    await respell(change, from);
  return { ...job, done: job.total, state: 'undone' as const };
}

/** The name of a list is that of its first card, and stays while the list does. */
async function respell({ tx, mailboxId, journal }: ContactsChange, name: string): Promise<void> {
  await respellList(tx, mailboxId, { listKey: listKey(name), name });
  journal('list', ALL_LISTS);
}

type Step = (change: ContactsChange, job: BulkJob, size: number, skip: boolean) => Promise<BulkJob>;

/**
 * A card that can't be changed, as one of its uid is in the other book, makes its portion fail: those cards are then
 * taken one at a time, and it is passed over.
 */
async function runInPortions(
  deps: ContactsDeps,
  task: Task<Payload>,
  state: BulkJob['state'],
  payload: Payload,
  { signal, lastAttempt }: JobRun,
  step: Step,
): Promise<void> {
  const { mailboxId, id } = payload;
  const turnEnds = deps.clock.now() + TURN_MS;
  let single = 0;
  const next = (size: number, skip: boolean) =>
    changeContacts(deps, mailboxId, async (change) => {
      const before = await readBulkJob(change.tx, mailboxId, id);
      if (before?.state !== state) return undefined;
      const after = await step(change, before, size, skip);
      await updateBulkJob(change.tx, mailboxId, after);
      return after;
    });
  try {
    for (;;) {
      signal.throwIfAborted();
      let job: BulkJob | undefined;
      try {
        job = await next(single > 0 ? 1 : PORTION, false);
        single = Math.max(0, single - 1);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (single === 0) {
          single = PORTION;
          continue;
        }
        job = await next(1, true);
        single -= 1;
      }
      if (job?.state !== state) return;
      if (deps.clock.now() >= turnEnds) {
        await inTransaction(deps.db, (tx) => addJob(tx, task, payload));
        return;
      }
    }
  } catch (error) {
    if (lastAttempt && !signal.aborted) await giveUp(deps, payload, state);
    throw error;
  }
}

async function giveUp(
  deps: ContactsDeps,
  { mailboxId, id }: Payload,
  state: BulkJob['state'],
): Promise<void> {
  await changeContacts(deps, mailboxId, async ({ tx }) => {
    const job = await readBulkJob(tx, mailboxId, id);
    if (job?.state === state) await updateBulkJob(tx, mailboxId, { ...job, state: 'failed' });
  });
}
