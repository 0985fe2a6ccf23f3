import type { TraceEvent } from '@bocau/contract/admin-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { NewMessage } from '../messages/new-message.ts';
import type { KnownMail } from '../messages/new-messages.store.ts';
import { knownAs, readKnownMail, storeMessages } from '../messages/store-messages.ts';
import { foldAddress } from '../people/fold-address.ts';
import { insertTrace, type NewTraceRow } from '../trace/trace.store.ts';
import { isReport, readBounceTask } from './bounce-task.ts';
import { insertDiscarded } from './discarded.store.ts';
import { endAwaited } from './end-awaited.ts';
import { forwardTask } from './forward-task.ts';
import type { Incoming } from './incoming.ts';
import type { Filing, MailRules } from './mail-rules.ts';
import { isMeetingMail, readMeetingMailTask } from './meeting-task.ts';
import { noteAnswers } from './note-answers.ts';
import { passInbox } from './pass-inbox.ts';
import { isReceipt, readReceiptTask } from './receipt-task.ts';
import { replyTask } from './reply-task.ts';
import { wakeThreads } from './wake-threads.ts';

export type DeliveryOutcome = 'stored' | 'known' | 'discarded' | 'mailbox_full';
/** `id` is the message's id in the mailbox, also for a duplicate; null when it is in no folder. */
export type DeliveredMessage = { outcome: DeliveryOutcome; id: string | null };

/** What must be known before mail is stored; read within the change. One filing per message, in order. */
export type DeliveryFacts = { filings: Filing[]; known: KnownMail };

export async function readDeliveryFacts(
  mailRules: MailRules,
  tx: Tx,
  mailboxId: number,
  messages: Incoming[],
): Promise<DeliveryFacts> {
  const [filings, known] = await Promise.all([
    mailRules.decide(tx, mailboxId, messages),
    readKnownMail(tx, mailboxId, messages),
  ]);
  return { filings, known };
}

/**
 * Stores mail that arrives in a mailbox, from any source: limited by quota, and according to the user's
 * rules.
 */
export async function deliverToMailbox(
  deps: { clock: Clock; mailRules: MailRules },
  change: MailboxChange,
  messages: Incoming[],
  { filings: decided, known }: DeliveryFacts,
): Promise<DeliveredMessage[]> {
  const filings = decided.map((filing, index) =>
    passInbox(filing, messages[index] as Incoming, known.threadKeys),
  );
  let room = change.quotaBytes - change.usedBytes;
  const outcomes: DeliveredMessage[] = messages.map(() => ({ outcome: 'mailbox_full', id: null }));
  const fitting: { index: number; message: NewMessage }[] = [];
  const discarded: number[] = [];
  for (const [index, message] of messages.entries()) {
    const filing = filings[index] as Filing;
    if (filing.discarded && knownAs(known.deliveries, message) === undefined) {
      discarded.push(index);
      continue;
    }
    if (message.size > room) continue;
    room -= message.size;
    fitting.push({ index, message: placed(change, message, filing) });
  }
  const filed = await storeMessages(
    deps.clock,
    change,
    fitting.map(({ message }) => message),
    { known, final: true },
  );
  const fresh = fitting.flatMap((one, place) => {
    const { id, filed: isFresh } = filed[place] as (typeof filed)[number];
    return isFresh ? [{ ...one, id }] : [];
  });
  const loud = fresh.filter(({ message }) => !message.quiet);
  await wakeThreads(
    change,
    loud.map(({ message }) => message),
    known.threadKeys,
  );
  const arrived = fresh.map(({ index, id, message: { folderId } }) => {
    return { ...(messages[index] as Incoming), folderId, id };
  });
  await endAwaited(change, arrived, known.threadKeys);
  noteAnswers(change, arrived, known.threadKeys);
  const acted: Filing[] = [];
  for (const [place, { index }] of fitting.entries()) {
    const { id, filed: fresh } = filed[place] as (typeof filed)[number];
    outcomes[index] = { outcome: fresh ? 'stored' : 'known', id };
    if (!fresh) continue;
    const message = messages[index] as Incoming;
    const job = { mailboxId: change.mailboxId, messageId: id };
    if (isReport(message)) await addJob(change.tx, readBounceTask, job);
    if (isReceipt(message)) await addJob(change.tx, readReceiptTask, job);
    if (isMeetingMail(message)) await addJob(change.tx, readMeetingMailTask, job);
    await enqueueOnward(change, message, filings[index] as Filing, id);
    acted.push(filings[index] as Filing);
  }
  for (const index of await firstDiscarded(change, messages, discarded)) {
    await enqueueOnward(change, messages[index] as Incoming, filings[index] as Filing, null);
    acted.push(filings[index] as Filing);
  }
  for (const index of discarded) outcomes[index] = { outcome: 'discarded', id: null };
  deps.mailRules.record(change, acted);
  change.send(insertTrace(change.tx, traceOf(change, messages, filings, outcomes)));
  return outcomes;
}

const EVENTS: Record<DeliveryOutcome, TraceEvent> = {
  stored: 'received',
  known: 'repeated',
  discarded: 'discarded',
  mailbox_full: 'mailbox_full',
};

function traceOf(
  { now }: MailboxChange,
  messages: Incoming[],
  filings: Filing[],
  outcomes: DeliveredMessage[],
): NewTraceRow[] {
  return messages.map((message, index) => {
    const { folder, hits } = filings[index] as Filing;
    const { outcome, id } = outcomes[index] as DeliveredMessage;
    return {
      at: now,
      event: EVENTS[outcome],
      message_id: message.messageId,
      sender: foldAddress(message.envelopeSender),
      recipient: message.arrival?.recipient ?? null,
      client: message.arrival?.client ?? null,
      ref: id,
      folder: outcome !== 'stored' ? null : typeof folder === 'string' ? folder : folder.id,
      rule: hits[0] ?? null,
      verdict: message.spam ? `spam ${message.spam.reasons.join(' ')}` : message.spoofed ? 'forged' : null,
    };
  });
}

function placed({ folders }: MailboxChange, message: Incoming, filing: Filing): NewMessage {
  const { folder, seen, starred, labels, muted, awaitsInvoices } = filing;
  return {
    ...message,
    folderId: typeof folder === 'string' ? folders[folder] : folder.id,
    unread: message.unread && !seen,
    starred: message.starred || starred,
    ...(labels.length > 0 ? { labelIds: labels } : {}),
    ...(muted ? { muted: true as const, quiet: muted.quiet } : {}),
    ...(awaitsInvoices ? { filteredByInvoices: { envelopeSender: message.envelopeSender } } : {}),
  };
}

/** Discarded for the first time: only these trigger actions. */
async function firstDiscarded(
  change: MailboxChange,
  messages: Incoming[],
  discarded: number[],
): Promise<number[]> {
  if (discarded.length === 0) return [];
  const keyOf = (index: number) => (messages[index] as Incoming).deliveryKey;
  const deliveries = discarded.flatMap((index) => {
    const { deliveryKey: key, earlierDelivery: earlier } = messages[index] as Incoming;
    return key === null ? [] : [{ key, earlier }];
  });
  const fresh = await insertDiscarded(change.tx, change.mailboxId, deliveries, change.now);
  // Duplicates within a batch count once.
  return discarded.filter((index) => {
    const key = keyOf(index);
    return key === null || fresh.delete(key);
  });
}

/**
 * Mail sent because of a message is a job of the same transaction, which names the delivery so that it is
 * sent once (idempotency key).
 */
async function enqueueOnward(
  { tx, mailboxId }: MailboxChange,
  { blob, deliveryKey, envelopeSender }: Incoming,
  { onward, replyRuleId }: Filing,
  messageId: string | null,
): Promise<void> {
  if (blob === null || deliveryKey === null) return;
  const job = { mailboxId, messageId, blob, deliveryKey, envelopeSender };
  for (const { ruleId, target } of onward) await addJob(tx, forwardTask, { ...job, ruleId, target });
  if (replyRuleId !== null) await addJob(tx, replyTask, { ...job, ruleId: replyRuleId });
}
