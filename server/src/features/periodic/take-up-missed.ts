import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import { hasJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../tables.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import type { SendingDeps } from '../sending/sending-deps.ts';
import { readPeriodic } from './periodic.store.ts';
import { addSend, jobKey, type TemplateKey } from './plan-next.ts';

/** Finds periodic messages whose date passed before then and that no job works on any more, and gives them new ones. */
export async function takeUpMissed(deps: SendingDeps, before: number, signal: AbortSignal): Promise<void> {
  for (const { mailboxId, messageId } of await readMissed(deps.db, before)) {
    signal.throwIfAborted();
    if (await hasJob(deps.db, jobKey(messageId))) continue;
    await changeMailbox(deps, mailboxId, async (change) => {
      // Read anew under the lock: it may have been sent, paused or stopped meanwhile.
      const row = await readPeriodic(change.tx, mailboxId, messageId);
      if (row?.state !== 'active' || row.next_at === null || row.next_at >= before) return;
      await addSend(change, messageId, unixSeconds(deps.clock));
      deps.log.warn({ message: messageId }, 'A periodic message was stranded and is taken up again');
    });
  }
}

async function readMissed(db: Db, before: number): Promise<TemplateKey[]> {
  const { rows } = await sql<TemplateKey>`
    select mailbox_id as "mailboxId", message_id as "messageId" from periodic_sends
    where state = 'active' and next_at < ${before}`.execute(db);
  return rows;
}
