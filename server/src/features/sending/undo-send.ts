import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { cancelSchedules as cancelSchedulesEndpoint } from '@bocau/contract/sending.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { readPlanned } from '../../mail/messages/planned.store.ts';
import { bringBack } from '../../mail/outbox/bring-back.ts';
import { returnToDrafts } from '../../mail/outbox/finalize-send.ts';
import { moveOutbox, type OutboxRow, readLatest } from '../../mail/outbox/outbox.store.ts';
import { startKey } from '../../mail/outbox/sending-tasks.ts';
import { Failure } from '../../platform/failure.ts';
import { removeJob } from '../../platform/jobs/add-job.ts';
import { readSentMessage } from './sending.store.ts';

/** Bounds how long the lock of the mailbox is held. */
const MOST_AT_ONCE = 50;

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

/** Cancels scheduled messages; those sent meanwhile are left alone. */
export async function cancelSchedules(
  deps: ChangeDeps,
  mailboxId: number,
  messageIds: readonly string[] | undefined,
): Promise<DataOf<typeof cancelSchedulesEndpoint>> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now, folders } = change;
    const planned = { mailboxId, folderId: folders.WEBMAIL_SCHEDULED, messageIds };
    const found = await readPlanned(tx, planned, MOST_AT_ONCE + 1);
    let ended = 0;
    for (const id of found.slice(0, MOST_AT_ONCE)) {
      const outbox = await readLatest(tx, mailboxId, id);
      if (outbox?.kind === 'schedule' && (await cancelHeld(change, id, outbox, now))) ended += 1;
    }
    return { ended, more: ended > 0 && found.length > MOST_AT_ONCE };
  });
}

/** False when it is no longer held. */
async function cancelHeld(
  change: MailboxChange,
  messageId: string,
  outbox: OutboxRow,
  now: number,
): Promise<boolean> {
  const { tx, mailboxId } = change;
  const { id } = outbox;
  const outgoing = { mailboxId, outboxId: id };
  if (!(await moveOutbox(tx, outgoing, ['held'], { state: 'cancelled', finished_at: now }))) return false;
  await returnToDrafts(change, messageId, null);
  await bringBack(change, outbox);
  await removeJob(tx, startKey(id));
  return true;
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
    if (!(await cancelHeld(change, messageId, outbox, now))) refuse();
  });
}
