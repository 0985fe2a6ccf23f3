import { authorize } from '../../access/authorize.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { updateSendState } from '../../mail/messages/message-state.store.ts';
import { insertDeliveryJobs } from '../../mail/outbox/enqueue-deliveries.ts';
import { countAgain, moveOutbox, type OutboxRow, readLatest } from '../../mail/outbox/outbox.store.ts';
import {
  moveRecipients,
  type RecipientRow,
  readRecipients,
} from '../../mail/outbox/outbox-recipients.store.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import { readSentMessage, type SentMessage } from './sending.store.ts';

const MISSED: RecipientRow['state'][] = ['failed', 'unclear'];
const IN_PROGRESS: RecipientRow['state'][] = ['waiting', 'held', 'trying', 'handing_over'];

/**
 * Sends the same message again to recipients whom it did not reach, or may not have reached. Recipients being
 * delivered to are skipped.
 */
export async function sendAgain(
  deps: SendingDeps,
  mailboxId: number,
  messageId: string,
  emails: string[],
): Promise<void> {
  const wanted = new Set(emails.map(foldAddress));
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const message = await readSentMessage(tx, mailboxId, messageId);
    if (!message) throw new Failure('message_not_found', 'Message not found');
    const outbox = message.draft ? undefined : await readLatest(tx, mailboxId, messageId);
    const outgoing = { mailboxId, outboxId: outbox?.id ?? '' };
    const chosen = outbox
      ? (await readRecipients(tx, outgoing)).filter(({ address }) => wanted.has(address))
      : [];
    const missed = chosen.filter(({ state }) => MISSED.includes(state));
    if (missed.length === 0) {
      if (chosen.some(({ state }) => IN_PROGRESS.includes(state))) return;
      throw new Failure('no_recipient', 'None of these recipients needs the message sent again');
    }
    const sender = await readSender(tx, mailboxId, message.sender.email);
    authorize({ mailbox: mailboxId }, 'send', sender);
    await checkSendingLimits(tx, mailboxId, deps.config.sending, missed.length, now);
    await reopen(change, outbox as OutboxRow, message);
    const routed = await routeRecipients(tx, missed, deps.config.mail.relay !== null);
    for (const { address, destination, localMailboxId, refusal } of routed) {
      await moveRecipients(tx, outgoing, [address], MISSED, {
        state: refusal === null ? 'waiting' : 'failed',
        destination,
        local_mailbox_id: localMailboxId,
        first_tried_at: null,
        queued_at: now,
        next_at: null,
        code: refusal?.code ?? null,
        reply: refusal?.reply ?? null,
        at: refusal === null ? null : now,
      });
    }
    await countAgain(tx, outgoing, missed.length, now);
    await insertDeliveryJobs(tx, outgoing, routed);
  });
}

async function reopen(change: MailboxChange, outbox: OutboxRow, message: SentMessage): Promise<void> {
  const outgoing = { mailboxId: change.mailboxId, outboxId: outbox.id };
  const ended: OutboxRow['state'][] = ['sent', 'failed', 'unclear'];
  await moveOutbox(change.tx, outgoing, ended, {
    state: 'sending',
    error: null,
    finished_at: null,
    blob: outbox.blob ?? message.blob?.toString('hex') ?? null,
  });
  const state = { send_state: 'sending' } as const;
  change.markThreadsDirty([await updateSendState(change.tx, change.mailboxId, outbox.message_id, state)]);
}
