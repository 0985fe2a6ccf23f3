import { prepareOutside, sendOutside } from '../../../mail/forwarding/mail-code.ts';
import { changeMailbox } from '../../../mail/mailbox/change-mailbox.ts';
import type { SendingDeps } from '../../../mail/outbox/sending-deps.ts';
import type { Clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { defineTask, handle, type TaskHandler } from '../../../platform/jobs/task.ts';
import type { Tx } from '../../../tables.ts';
import { FORMER_ADDRESS_WORDS } from './recovery-words.ts';

type FormerJob = { mailboxId: number; id: string; address: string };

const formerTask = defineTask<FormerJob>('former_recovery_address', { maxAttempts: 10 });

/**
 * In the transaction that replaces or removes the address: the former address is notified, even if an
 * intruder reads the mailbox and deletes the notice there.
 */
export async function notifyFormerAddress(
  tx: Tx,
  clock: Clock,
  former: Omit<FormerJob, 'id'>,
): Promise<void> {
  await addJob(tx, formerTask, { ...former, id: newId(clock) });
}

export function formerAddressHandlers(deps: SendingDeps): TaskHandler[] {
  return [handle(formerTask, (job) => mailFormerAddress(deps, job))];
}

/** Idempotent, because the job may run twice. */
async function mailFormerAddress(deps: SendingDeps, { mailboxId, id, address }: FormerJob): Promise<void> {
  const mail = await prepareOutside(deps, mailboxId, {
    id,
    address,
    words: FORMER_ADDRESS_WORDS,
    secret: '',
  });
  await changeMailbox(deps, mailboxId, async (change) => {
    await sendOutside(change, mail);
  });
}
