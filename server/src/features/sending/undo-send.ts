import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { returnToDrafts } from '../../mail/outbox/finalize-send.ts';
import { moveOutbox, type OutboxRow, readLatest } from '../../mail/outbox/outbox.store.ts';
import { startKey } from '../../mail/outbox/sending-tasks.ts';
import { Failure } from '../../platform/failure.ts';
import { removeJob } from '../../platform/jobs/add-job.ts';
import { readSentMessage } from './sending.store.ts';

/** Cancels a delayed message, however late, as long as no server has accepted it. */
export async function undoSending(deps: ChangeDeps, mailboxId: number, messageId: string): Promise<void> {
  await undoSend(deps, mailboxId, messageId, 'send', () => {
    throw new Failure('not_undoable', 'It is too late to undo sending');
  });
}

export async function cancelSchedule(deps: ChangeDeps, mailboxId: number, messageId: string): Promise<void> {
  await undoSend(deps, mailboxId, messageId, 'schedule', () => {
    throw new Failure('not_scheduled', 'The message is not scheduled');
  });
}

/** Idempotent: a message that is a draft again stays as it is. */
async function undoSend(
  deps: ChangeDeps,
  mailboxId: number,
  messageId: string,
  kind: OutboxRow['kind'],
  refuse: () => never,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const message = await readSentMessage(tx, mailboxId, messageId);
    const outbox = await readLatest(tx, mailboxId, messageId);
    if (!message) throw new Failure('message_not_found', 'Message not found');
    if (outbox?.kind !== kind) refuse();
    if (outbox.state === 'cancelled' && message.draft) return;
    const outgoing = { mailboxId, outboxId: outbox.id };
    if (!(await moveOutbox(tx, outgoing, ['held'], { state: 'cancelled', finished_at: now }))) refuse();
    await returnToDrafts(change, messageId, null);
    await removeJob(tx, startKey(outbox.id));
  });
}
