import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { insertRecipients, LOCAL, type RoutedRecipient } from './recipient-rows.ts';
import {
  deliverElsewhereTask,
  deliverHereTask,
  elsewhereKey,
  hereKey,
  type LetterKey,
} from './sending-tasks.ts';

/** Writes down whom a letter goes to, and the jobs that bring it there; the row of `outbox` is there, as `sending`. */
export async function handOut(
  change: MailboxChange,
  outboxId: string,
  recipients: RoutedRecipient[],
): Promise<void> {
  const letter = { mailboxId: change.mailboxId, outboxId };
  await insertRecipients(change.tx, letter, recipients, change.now);
  await addDeliveries(change.tx, letter, recipients);
}

/** A recipient here who is refused at once has the job too: it is what settles the letter. */
export async function addDeliveries(
  tx: Tx,
  letter: LetterKey,
  recipients: Pick<RoutedRecipient, 'destination'>[],
): Promise<void> {
  const { outboxId } = letter;
  for (const destination of new Set(recipients.map((recipient) => recipient.destination))) {
    if (destination === LOCAL) await addJob(tx, deliverHereTask, letter, { jobKey: hereKey(outboxId) });
    else {
      const jobKey = elsewhereKey(outboxId, destination);
      await addJob(tx, deliverElsewhereTask, { ...letter, destination }, { jobKey });
    }
  }
}
