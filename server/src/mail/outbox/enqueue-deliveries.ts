import { addJob, type JobOptions } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { traceOutgoing } from '../trace/trace.store.ts';
import { insertRecipients, LOCAL, type RoutedRecipient } from './outbox-recipients.store.ts';
import {
  deliverLocalTask,
  deliverToDestinationTask,
  destinationKey,
  localKey,
  type OutboxKey,
  sharesOf,
} from './sending-tasks.ts';

/** Writes down whom a message goes to, and the jobs that bring it there; the row of `outbox` is there, as `sending`. */
export async function enqueueDeliveries(
  change: MailboxChange,
  outboxId: string,
  recipients: RoutedRecipient[],
  options: Pick<JobOptions, 'priority'> = {},
): Promise<void> {
  const outgoing = { mailboxId: change.mailboxId, outboxId };
  await insertRecipients(change.tx, outgoing, recipients, change.now);
  await insertDeliveryJobs(change.tx, outgoing, recipients, options);
  const [only, ...more] = recipients;
  const accepted = {
    event: 'accepted' as const,
    recipient: more.length === 0 ? (only?.address ?? null) : null,
  };
  const refused = recipients.flatMap(({ address, refusal }) =>
    refusal
      ? [{ event: 'failed' as const, recipient: address, code: refusal.code, said: refusal.reply }]
      : [],
  );
  await traceOutgoing(change.tx, outgoing, [accepted, ...refused], change.now);
}

/** A recipient here who is refused at once has the job too: it is what settles the message. */
export async function insertDeliveryJobs(
  tx: Tx,
  outgoing: OutboxKey,
  recipients: Pick<RoutedRecipient, 'destination'>[],
  options: Pick<JobOptions, 'priority'> = {},
): Promise<void> {
  const { outboxId } = outgoing;
  for (const destination of new Set(recipients.map((recipient) => recipient.destination))) {
    if (destination === LOCAL)
      await addJob(tx, deliverLocalTask, outgoing, { ...options, jobKey: localKey(outboxId) });
    else {
      const jobKey = destinationKey(outboxId, destination);
      const shares = sharesOf({ ...outgoing, destination });
      await addJob(
        tx,
        deliverToDestinationTask,
        { ...outgoing, destination },
        { ...options, jobKey, shares },
      );
    }
  }
}
