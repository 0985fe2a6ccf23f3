import { Failure } from '../../platform/http/failure.ts';
import { isId } from '../../platform/ids.ts';
import { changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { foldAddress } from '../rules/fold-address.ts';
import { addDeliveries } from './hand-out.ts';
import { countAgain, moveOutbox, type OutboxRow, readLatest } from './outbox.store.ts';
import { readSender } from './read-sender.ts';
import { moveRecipients, type RecipientRow, readRecipients } from './recipient-rows.ts';
import { routeRecipients } from './route-recipients.ts';
import type { SendingDeps } from './sending-deps.ts';
import { checkSendingLimits } from './sending-limits.ts';

type SentMessage = { thread_id: string; draft: boolean; blob: Buffer | null; sender: { email: string } };

const MISSED: RecipientRow['state'][] = ['failed', 'unclear'];
const UNDER_WAY: RecipientRow['state'][] = ['waiting', 'trying', 'handing_over'];

/**
 * Brings the same letter once more to recipients whom it did not reach, or may not have reached; those to whom it is
 * on its way already are left alone.
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
    const message = await readSent(change, messageId);
    if (!message) throw new Failure('message_not_found', 'There is no such message');
    const outbox = message.draft ? undefined : await readLatest(tx, mailboxId, messageId);
    const letter = { mailboxId, outboxId: outbox?.id ?? '' };
    const chosen = outbox
      ? (await readRecipients(tx, letter)).filter(({ address }) => wanted.has(address))
      : [];
    const missed = chosen.filter(({ state }) => MISSED.includes(state));
    if (missed.length === 0) {
      if (chosen.some(({ state }) => UNDER_WAY.includes(state))) return;
      throw new Failure('no_recipient', 'None of these is a recipient whom the mail did not reach');
    }
    const sender = await readSender(tx, mailboxId, message.sender.email);
    if (!sender.mayDoSo) throw new Failure('sending_disabled', 'Sending is switched off for this mailbox');
    await checkSendingLimits(tx, mailboxId, deps.config.sending, missed.length, now);
    await reopen(change, outbox as OutboxRow, message);
    const routed = await routeRecipients(tx, missed, deps.config.mail.relay !== null);
    for (const { address, destination, localMailboxId, refusal } of routed) {
      await moveRecipients(tx, letter, [address], MISSED, {
        state: refusal === null ? 'waiting' : 'failed',
        destination,
        local_mailbox_id: localMailboxId,
        first_tried_at: null,
        next_at: null,
        code: refusal?.code ?? null,
        reply: refusal?.reply ?? null,
        at: refusal === null ? null : now,
      });
    }
    await countAgain(tx, letter, missed.length, now);
    await addDeliveries(tx, letter, routed);
  });
}

async function readSent(change: MailboxChange, messageId: string): Promise<SentMessage | undefined> {
  if (!isId(messageId)) return undefined;
  return change.tx
    .selectFrom('messages')
    .select(['thread_id', 'draft', 'blob', 'sender'])
    .where('mailbox_id', '=', change.mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
}

async function reopen(change: MailboxChange, outbox: OutboxRow, message: SentMessage): Promise<void> {
  const letter = { mailboxId: change.mailboxId, outboxId: outbox.id };
  const ended: OutboxRow['state'][] = ['sent', 'failed', 'unclear'];
  await moveOutbox(change.tx, letter, ended, {
    state: 'sending',
    error: null,
    finished_at: null,
    blob: message.blob?.toString('hex') ?? null,
  });
  await change.tx
    .updateTable('messages')
    .set({ send_state: 'sending' })
    .where('mailbox_id', '=', change.mailboxId)
    .where('id', '=', outbox.message_id)
    .execute();
  change.touchThreads([message.thread_id]);
}
