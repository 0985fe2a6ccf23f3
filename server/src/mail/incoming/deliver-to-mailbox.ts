import type { Clock } from '../../platform/clock.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { NewMessage } from '../messages/new-message.ts';
import type { KnownMail } from '../messages/new-messages.store.ts';
import { readKnownMail, storeMessages } from '../messages/store-messages.ts';
import { isReport, readBounceTask } from './bounce-task.ts';
import { isReceipt, readReceiptTask } from './receipt-task.ts';
import type { SenderRules } from './sender-rules.ts';

export type Incoming = Omit<NewMessage, 'folderId'> & {
  /** MAIL FROM; empty of a bounce. */
  envelopeSender: string;
  /** The addresses of every From and of Sender. */
  authors: string[];
};
export type DeliveryOutcome = 'stored' | 'known' | 'mailbox_full';
/** `id` is that of the message in the mailbox, also where it was known; null where there was no room. */
export type DeliveredMessage = { outcome: DeliveryOutcome; id: string | null };

/** What has to be known before mail is filed; read within the change. */
export type DeliveryFacts = { blocked: Set<string>; known: KnownMail };

export async function readDeliveryFacts(
  senderRules: SenderRules,
  tx: Tx,
  mailboxId: number,
  messages: Incoming[],
): Promise<DeliveryFacts> {
  const senders = messages.map(({ sender }) => sender.email);
  const [blocked, known] = await Promise.all([
    senderRules.blockedAmong(tx, mailboxId, senders),
    readKnownMail(tx, mailboxId, messages),
  ]);
  return { blocked, known };
}

/** Files mail that comes to a mailbox, from wherever: as far as there is room, and where the user's rules want it. */
export async function deliverToMailbox(
  clock: Clock,
  change: MailboxChange,
  messages: Incoming[],
  { blocked, known }: DeliveryFacts,
): Promise<DeliveredMessage[]> {
  let room = change.quotaBytes - change.usedBytes;
  const outcomes: DeliveredMessage[] = messages.map(() => ({ outcome: 'mailbox_full', id: null }));
  const fitting: { index: number; message: NewMessage }[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.size > room) continue;
    room -= message.size;
    const folder = blocked.has(message.sender.email) ? 'Junk' : 'INBOX';
    fitting.push({ index, message: { ...message, folderId: change.folders[folder] } });
  }
  const filed = await storeMessages(
    clock,
    change,
    fitting.map(({ message }) => message),
    { known, final: true },
  );
  for (const [place, { index }] of fitting.entries()) {
    const { id, filed: fresh } = filed[place] as (typeof filed)[number];
    outcomes[index] = { outcome: fresh ? 'stored' : 'known', id };
    if (!fresh) continue;
    const job = { mailboxId: change.mailboxId, messageId: id };
    if (isReport(messages[index] as Incoming)) await addJob(change.tx, readBounceTask, job);
    if (isReceipt(messages[index] as Incoming)) await addJob(change.tx, readReceiptTask, job);
  }
  return outcomes;
}
