import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { authorize } from '../../access/authorize.ts';
import type { Caller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import { newId } from '../../platform/ids.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { readMessage } from '../messages/messages.store.ts';
import { messageView } from '../messages/messages.view.ts';
import { refileMessage } from '../messages/refile-message.ts';
import { measureMail } from './compose-mail.ts';
import { insertOutbox, type OutboxRow, readLatest } from './outbox.store.ts';
import type { OutgoingMessage } from './outgoing.store.ts';
import { readSender } from './outgoing.store.ts';
import { readOutgoing, recipientsOf } from './read-outgoing.ts';
import type { SendingDeps } from './sending-deps.ts';
import { checkSendingLimits } from './sending-limits.ts';
import { addStart } from './start-send.ts';

export type Order = {
  messageId: string;
  /** The version that the user saw. */
  version: number | undefined;
  kind: 'send' | 'schedule';
  by: Pick<Caller, 'person' | 'mailbox'>;
};

/** When it is to leave; decided after everything else has been looked at. */
export type When = { dueAt: number; undoUntil: number | null; startAt: number };

/** `repeated`: it had been accepted before, and this is how far it has come. */
export type Acceptance = { outboxId: string } | { repeated: OutboxRow };

/** Takes a draft into the outbox, or says what is against it, in the order of the contract. */
export async function acceptSend(
  deps: SendingDeps,
  change: MailboxChange,
  order: Order,
  decideWhen: () => When,
): Promise<Acceptance> {
  const { tx, mailboxId, now } = change;
  const { outgoing, latest, leaving } = await readOrdered(change, order.messageId);
  const repeated =
    latest?.kind === order.kind && (leaving || !outgoing.draft) && latest.state !== 'cancelled';
  if (latest && repeated && isOrdered(order, outgoing)) return { repeated: latest };
  const people = await checkMessage(change, order, outgoing, leaving);
  await checkSendingLimits(tx, mailboxId, deps.config.sending, people.length, now);

  const { dueAt, undoUntil, startAt } = decideWhen();
  const outboxId = newId(deps.clock);
  const { kind, messageId, by } = order;
  await insertOutbox(
    tx,
    mailboxId,
    {
      id: outboxId,
      message_id: messageId,
      kind,
      state: 'held',
      due_at: dueAt,
      undo_until: undoUntil,
      sender: outgoing.sender.email,
      person_id: by.person === by.mailbox ? null : by.person,
      recipientCount: people.length,
    },
    now,
  );
  await refileMessage(change, messageId, heldState(change, kind, dueAt));
  await addStart(tx, { mailboxId, outboxId }, startAt);
  return { outboxId };
}

/** Whether a message is a draft that could be sent, but for the limits of sending; whom it would go to. */
export async function checkDraft(
  change: MailboxChange,
  order: Pick<Order, 'messageId' | 'version'>,
): Promise<MailAddress[]> {
  const { outgoing, leaving } = await readOrdered(change, order.messageId);
  return checkMessage(change, order, outgoing, leaving);
}

/** Not a newer version, which another device has saved and sent: who orders an older one has written something else. */
function isOrdered({ version }: Order, outgoing: OutgoingMessage): boolean {
  const hasLeft = outgoing.version === 0;
  return version === undefined || hasLeft || version === outgoing.version;
}

async function readOrdered({ tx, mailboxId }: MailboxChange, messageId: string) {
  const [outgoing, latest] = await Promise.all([
    readOutgoing(tx, mailboxId, messageId),
    readLatest(tx, mailboxId, messageId),
  ]);
  if (!outgoing) throw new Failure('message_not_found', 'Message not found');
  return { outgoing, latest, leaving: latest?.state === 'held' || latest?.state === 'sending' };
}

async function checkMessage(
  change: MailboxChange,
  { messageId, version }: Pick<Order, 'messageId' | 'version'>,
  outgoing: OutgoingMessage,
  leaving: boolean,
): Promise<MailAddress[]> {
  if (leaving || !outgoing.draft)
    throw new Failure('not_a_draft', 'This message is not a draft, or is already being sent');
  if (version !== undefined && version !== outgoing.version) {
    throw new Failure('draft_conflict', 'The draft has been changed elsewhere', {
      details: { draft: await showDraft(change, messageId) },
    });
  }
  await checkSender(change, outgoing);
  const people = checkRecipients(outgoing);
  // AT-4: what came in, or was attached before the list had its type, is not sent on.
  for (const { name } of outgoing.files) refuseBlockedType(name);
  await checkSize(outgoing);
  return people;
}

/** A scheduled message lies among its like at the time at which it will go out. */
export function heldState({ folders, now }: MailboxChange, kind: Order['kind'], dueAt: number) {
  const sendState = 'sending' as const;
  return kind === 'schedule'
    ? { folderId: folders.WEBMAIL_SCHEDULED, receivedAt: dueAt, draft: false, sendState }
    : { folderId: folders.Drafts, receivedAt: now, draft: true, sendState };
}

async function checkSender({ tx, mailboxId }: MailboxChange, { sender }: OutgoingMessage): Promise<void> {
  const state = await readSender(tx, mailboxId, sender.email);
  authorize({ mailbox: mailboxId }, 'send', state);
  if (sender.email === '') throw new Failure('no_sender', 'The message has no sender');
  authorize({ mailbox: mailboxId }, 'send_as', state);
}

function checkRecipients(outgoing: OutgoingMessage): MailAddress[] {
  const people = recipientsOf(outgoing);
  const invalid = people.map(({ email }) => email).filter((email) => !isValidAddress(email));
  if (people.length === invalid.length) {
    throw new Failure('no_recipient', 'The message has no recipient', { details: { emails: invalid } });
  }
  const beyond = people.slice(LIMITS.recipientsPerMail).map(({ email }) => email);
  const emails = [...new Set([...invalid, ...beyond])];
  if (emails.length > 0) {
    throw new Failure('invalid_recipients', 'Some recipient addresses are not valid', {
      details: { emails },
    });
  }
  return people;
}

async function checkSize(outgoing: OutgoingMessage): Promise<void> {
  const { length } = outgoing.body;
  if (length > LIMITS.maxBodySize) {
    throw new Failure('body_too_long', 'The message body is too long', {
      details: { limit: LIMITS.maxBodySize, size: length },
    });
  }
  const size = await measureMail(outgoing);
  if (size > LIMITS.messageBytes) {
    throw new Failure('mail_too_large', 'The message is too large to send', {
      details: { limit: LIMITS.messageBytes, size },
    });
  }
}

async function showDraft({ tx, mailboxId }: MailboxChange, messageId: string): Promise<Message> {
  const row = await readMessage(tx, mailboxId, messageId);
  if (!row) throw new Error(`draft ${messageId} is not there`);
  return messageView(row);
}
