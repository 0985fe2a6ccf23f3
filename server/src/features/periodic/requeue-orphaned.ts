import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { hasJob } from '../../platform/jobs/add-job.ts';
import { readOverdue, readPeriodic } from './periodic.store.ts';
import { addSend, jobKey } from './plan-next.ts';

/** Enqueues new jobs for periodic messages whose date passed before then and whose job is gone. */
export async function requeueOrphaned(deps: SendingDeps, before: number, signal: AbortSignal): Promise<void> {
  for (const { mailboxId, messageId } of await readOverdue(deps.db, before)) {
    signal.throwIfAborted();
    if (await hasJob(deps.db, jobKey(messageId))) continue;
    await changeMailbox(deps, mailboxId, async (change) => {
      // Read again under the lock: it may have been sent, paused or stopped meanwhile.
      const row = await readPeriodic(change.tx, mailboxId, messageId);
      if (row?.state !== 'active' || row.next_at === null || row.next_at >= before) return;
      await addSend(change, messageId, unixSeconds(deps.clock));
      deps.log.warn({ message: messageId }, 'orphaned periodic send requeued');
    });
  }
}
