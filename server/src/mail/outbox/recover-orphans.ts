import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { hasJob } from '../../platform/jobs/add-job.ts';
import { insertDeliveryJobs } from './enqueue-deliveries.ts';
import { finalizeSend } from './finalize-send.ts';
import { readOverdue } from './outbox.store.ts';
import { LOCAL, readRecipients, SETTLED } from './outbox-recipients.store.ts';
import type { SendingDeps } from './sending-deps.ts';
import { destinationKey, localKey, type OutboxKey, startKey } from './sending-tasks.ts';
import { addStart } from './start-send.ts';

/** A send that is this late and has no job is an orphan: a job that is merely late still shows in the queue. */
export const ORPHANED_AFTER_SECONDS = 15 * 60;

/** Finds sends due before then that no job works on any more, whatever became of it, and enqueues new jobs. */
export async function recoverOrphans(deps: SendingDeps, before: number, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (const { state, ...outgoing } of await readOverdue(deps.db, before)) {
    signal.throwIfAborted();
    const taken =
      state === 'held' ? await startAgain(deps, outgoing, now) : await deliverAgain(deps, outgoing);
    if (taken) deps.log.warn({ outbox: outgoing.outboxId, state }, 'orphaned send requeued');
  }
}

async function startAgain({ db }: SendingDeps, outgoing: OutboxKey, now: number): Promise<boolean> {
  if (await hasJob(db, startKey(outgoing.outboxId))) return false;
  await inTransaction(db, (tx) => addStart(tx, outgoing, now));
  return true;
}

async function deliverAgain(deps: SendingDeps, outgoing: OutboxKey): Promise<boolean> {
  const { db } = deps;
  await finalizeSend(deps, outgoing);
  const open = (await readRecipients(db, outgoing)).filter(
    ({ state }) => state !== 'held' && !SETTLED.includes(state),
  );
  const orphaned: typeof open = [];
  for (const [destination, recipients] of Map.groupBy(open, (recipient) => recipient.destination)) {
    const { outboxId } = outgoing;
    const jobKey = destination === LOCAL ? localKey(outboxId) : destinationKey(outboxId, destination);
    if (!(await hasJob(db, jobKey))) orphaned.push(...recipients);
  }
  if (orphaned.length === 0) return false;
  await inTransaction(db, (tx) => insertDeliveryJobs(tx, outgoing, orphaned));
  return true;
}
