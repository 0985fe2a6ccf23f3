import { createHash } from 'node:crypto';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { authorize } from '../../access/authorize.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { settleReceipt } from '../../mail/messages/message-marks.store.ts';
import { type MessageRow, readMessage } from '../../mail/messages/messages.store.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { receiptOffer } from '../../mail/messages/receipt-offer.ts';
import { showMessage } from '../../mail/messages/show-message.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendStored } from '../../mail/outbox/send-stored.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { writeReceipt } from './write-receipt.ts';

/** RFC 8098 (3): receipts use the null sender, so that an undeliverable one is not reported. */
const NULL_SENDER = '';

/**
 * Stores the answer and sends the receipt, atomically. The first answer stands: a second tab or a repeated
 * request changes nothing, and gets the stored one (idempotency).
 */
export async function answerReceipt(
  deps: SendingDeps,
  mailboxId: number,
  messageId: string,
  send: boolean,
): Promise<Message> {
  const { db } = deps;
  const row = await readMessage(db, mailboxId, messageId);
  if (!row) throw new Failure('message_not_found', 'Message not found');
  if (row.receipt === 'sent' || row.receipt === 'declined') return showMessage(db, mailboxId, messageId);
  const to = receiptOffer(row);
  if (!to) throw new Failure('receipt_not_offered', 'No read receipt is to be sent for this message');
  const ready = send ? await makeReceipt(deps, mailboxId, row, to) : null;
  await changeMailbox(deps, mailboxId, async (change) => {
    const threads = await settleReceipt(change.tx, mailboxId, messageId, send ? 'sent' : 'declined');
    if (threads.length === 0) return;
    change.markThreadsDirty(threads);
    if (!ready) return;
    const { blob, message, outboxId, recipients } = ready;
    await checkSendingLimits(change.tx, mailboxId, deps.config.sending, recipients.length, change.now);
    const [filed] = await storeMessages(deps.clock, change, [{ ...message, folderId: change.folders.Sent }]);
    if (!filed?.filed) return;
    const dueAt = change.now;
    const outgoing = { outboxId, messageId: filed.id, kind: 'send', dueAt, blob, recipients } as const;
    await sendStored(change, { ...outgoing, sender: NULL_SENDER });
  });
  return showMessage(db, mailboxId, messageId);
}

async function makeReceipt(deps: SendingDeps, mailboxId: number, row: MessageRow, to: MailAddress) {
  const { blobs, clock, config, db, parser } = deps;
  const now = unixSeconds(clock);
  const outboxId = newId(clock);
  const [from, { language }, recipients] = await Promise.all([
    addressedAs(deps, mailboxId, row),
    readSettings(db, mailboxId),
    routeRecipients(db, [to], config.mail.relay !== null),
  ]);
  authorize({ mailbox: mailboxId }, 'send_as', await readSender(db, mailboxId, from.email));
  const { key, size } = await blobs.put(writeReceipt({ from, to, row, language, now, id: outboxId }));
  const said = messageFromParsed(await parser.parse(key, size), now, { blob: key });
  const message = newMessage({
    ...said,
    receivedAt: now,
    size,
    blob: key,
    deliveryKey: createHash('sha256').update(`receipt ${mailboxId} ${row.id}`).digest('hex'),
  });
  return { outboxId, blob: key, message, recipients };
}

/** The user's address that the message was sent to: the one that its sender knows. */
async function addressedAs(
  { db }: SendingDeps,
  mailboxId: number,
  { headers: { to, cc } }: MessageRow,
): Promise<MailAddress> {
  const own = await readSenders(db, mailboxId);
  const named = new Set([...to, ...cc].map(({ email }) => foldAddress(email)));
  const from = own.find(({ email }) => named.has(foldAddress(email))) ?? own[0];
  if (!from) throw new Failure('sender_not_allowed', 'The mailbox has no address to send from');
  return { name: from.name, email: from.email };
}
