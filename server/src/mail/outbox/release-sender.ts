import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { traceOutgoing } from '../trace/trace.store.ts';
import { insertDeliveryJobs } from './enqueue-deliveries.ts';
import { releaseHeldSince } from './holds.store.ts';
import { readDueOf, readSendingMailboxes } from './outbox.store.ts';
import { addStart } from './start-send.ts';

/** Of the time in which the sender was suspended: what is held again afterwards stays held. */
type ReleaseJob = { mailboxId: number; since: number; until: number };

/** The same of a domain and everybody in it, from `after` on. */
type ReleaseDomainJob = { domainId: number; since: number; until: number; after: number };

const BATCH = 500;
const MAILBOXES_AT_ONCE = 100;

export const releaseDomainTask = defineTask<ReleaseDomainJob>('release_domain', {
  maxAttempts: 25,
  lane: 'slow',
});
export const releaseSenderTask = defineTask<ReleaseJob>('release_sender', { maxAttempts: 25, lane: 'slow' });

/**
 * Whoever was suspended sends again: what became due meanwhile begins, and what was held since then goes on. To be called
 * once the mailbox is locked, for which the change may have waited: what was held meanwhile was held by the suspension.
 */
export async function releaseSender(
  tx: Tx,
  { clock }: Pick<ChangeDeps, 'clock'>,
  { mailboxId, since }: { mailboxId: number; since: number },
): Promise<void> {
  const now = unixSeconds(clock);
  for (const outboxId of await readDueOf(tx, mailboxId, now)) {
    await addStart(tx, { mailboxId, outboxId }, now);
  }
  await addJob(tx, releaseSenderTask, { mailboxId, since, until: now });
}

/** The next recipients, and a job for those behind them, in one transaction. */
export async function releaseHeld(
  { db, clock }: Pick<ChangeDeps, 'db' | 'clock'>,
  job: ReleaseJob,
): Promise<void> {
  const { mailboxId, ...within } = job;
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const released = await releaseHeldSince(tx, mailboxId, { ...within, now, limit: BATCH });
    for (const [outboxId, recipients] of Map.groupBy(released, ({ outbox_id }) => outbox_id)) {
      const outgoing = { mailboxId, outboxId };
      await insertDeliveryJobs(tx, outgoing, recipients);
      const events = recipients.map(({ address }) => ({ event: 'released' as const, recipient: address }));
      await traceOutgoing(tx, outgoing, events, now);
    }
    if (released.length === BATCH) await addJob(tx, releaseSenderTask, job);
  });
}

/**
 * A domain was resumed: each of its mailboxes that has something in the outbox is released as its sender would be. Whoever is
 * suspended by themselves is held again, from now on.
 */
export async function releaseDomain(
  { db, clock }: Pick<ChangeDeps, 'db' | 'clock'>,
  job: ReleaseDomainJob,
): Promise<void> {
  const { domainId, since, until, after } = job;
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const mailboxes = await readSendingMailboxes(tx, domainId, { after, limit: MAILBOXES_AT_ONCE });
    for (const mailboxId of mailboxes) {
      for (const outboxId of await readDueOf(tx, mailboxId, now)) {
        await addStart(tx, { mailboxId, outboxId }, now);
      }
      await addJob(tx, releaseSenderTask, { mailboxId, since, until });
    }
    const last = mailboxes.at(-1);
    if (last !== undefined && mailboxes.length === MAILBOXES_AT_ONCE) {
      await addJob(tx, releaseDomainTask, { ...job, after: last });
    }
  });
}
