import { LIMITS } from '@bocau/contract/limits.ts';
import { type FilterRule, isFilter } from '@bocau/contract/rule-definitions.ts';
import { asksForInvoices } from '@bocau/contract/rule-values.ts';
import { readForwards } from '../../mail/forwarding/forwarding.store.ts';
import { forwardTask } from '../../mail/incoming/forward-task.ts';
import { type DeliveredRow, readDelivered } from '../../mail/invoice-files/invoice-acts.store.ts';
import type { DeliveredInvoices } from '../../mail/invoice-files/invoice-task.ts';
import { readLabelIdsAmong } from '../../mail/labels/labels.store.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { labelMessages } from '../../mail/messages/label-messages.ts';
import { markMessages } from '../../mail/messages/mark-messages.ts';
import { isFolder, moveMessages } from '../../mail/messages/move-messages.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { isId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Logger } from '../../platform/logger.ts';
import { readRules, writeHits } from './rules.store.ts';
import { ABOVE_ALL, actOnInvoices, noteFailures, type StoredFilter, storedFilter } from './stored-filter.ts';

type Delivered = DeliveredRow & { envelopeSender: string; sentTo: Set<string> };

/**
 * Has the filters that ask for invoices act on mail whose invoices were read now. As in a delivery, in their order; the
 * first folder counts, of a message that is still in the inbox, and what they remove goes to Trash.
 */
export async function filterByInvoices(
  log: Logger,
  change: MailboxChange,
  delivered: DeliveredInvoices[],
): Promise<void> {
  const { tx, mailboxId, folders, now } = change;
  const rules = (await readRules(tx, mailboxId)).flatMap(({ id, is_enable, definition }) =>
    is_enable && isFilter(definition) && asksForInvoices(definition) ? [{ id, definition }] : [],
  );
  if (rules.length === 0) return;
  const left = new Map(
    (await readFiltered(change, delivered)).map((message) => [message.id, message] as const),
  );
  const counts = new Map<string, number>();
  for (const { id, definition } of rules) {
    const filter = storedFilter(definition, id);
    const walk = { within: { messageIds: [...left.keys()] }, below: ABOVE_ALL, limit: left.size };
    const found = await filter.next(tx, mailboxId, walk);
    noteFailures(log, change, found.failed);
    if (found.ids.length === 0) continue;
    counts.set(id, found.ids.length);
    const matched = found.ids.map((messageId) => left.get(messageId) as Delivered);
    if (filter.discards) {
      await moveMessages(change, { messageIds: found.ids, from: null, to: folders.Trash });
      for (const messageId of found.ids) left.delete(messageId);
      continue;
    }
    await actOnInvoices(change, filter, found.invoices);
    await mark(change, filter, found.ids);
    await moveFromInbox(change, definition, matched);
    await sendOn(change, { id, redirects: filter.redirects }, matched);
  }
  if (counts.size > 0) change.send(writeHits(tx, mailboxId, { counts, failed: [], now }));
}

/** Without those that are in Junk or Trash by now. */
async function readFiltered(
  { tx, mailboxId, folders }: MailboxChange,
  delivered: DeliveredInvoices[],
): Promise<Delivered[]> {
  const senders = new Map(delivered.map(({ messageId, envelopeSender }) => [messageId, envelopeSender]));
  const rows = await readDelivered(tx, mailboxId, [...senders.keys()]);
  return rows
    .filter(({ folder_id }) => folder_id !== folders.Junk && folder_id !== folders.Trash)
    .map((row) => ({ ...row, envelopeSender: senders.get(row.id) ?? '', sentTo: new Set<string>() }));
}

async function mark(
  change: MailboxChange,
  { seen, starred, labels }: StoredFilter,
  messageIds: string[],
): Promise<void> {
  if (seen) await markMessages(change, messageIds, 'unread', false);
  if (starred) await markMessages(change, messageIds, 'starred', true);
  const add = await readLabelIdsAmong(change.tx, change.mailboxId, labels.filter(isId));
  if (add.length > 0) await labelMessages(change, { messageIds, outside: [] }, { add, remove: [] });
}

async function moveFromInbox(
  change: MailboxChange,
  { actions }: FilterRule,
  matched: Delivered[],
): Promise<void> {
  const to = actions.find(({ enable, type }) => enable && type === 'fileinto')?.value;
  const inInbox = matched.filter(({ folder_id }) => folder_id === change.folders.INBOX);
  if (to === undefined || inInbox.length === 0 || !(await isFolder(change, to))) return;
  await moveMessages(change, { messageIds: inInbox.map(({ id }) => id), from: null, to });
  for (const message of inInbox) message.folder_id = to;
}

/** The key of the delivery and the address make that nothing is sent twice to one, whichever filter sent it. */
async function sendOn(
  { tx, mailboxId }: MailboxChange,
  { id: ruleId, redirects }: { id: string; redirects: string[] },
  matched: Delivered[],
): Promise<void> {
  if (redirects.length === 0) return;
  const forwards = await readForwards(tx, mailboxId);
  const verified = new Set(forwards.filter((forward) => forward.verified).map(({ address }) => address));
  for (const { id: messageId, spoofed, blob, delivery_key: deliveryKey, envelopeSender, sentTo } of matched) {
    if (spoofed || blob === null || deliveryKey === null) continue;
    for (const target of redirects) {
      const address = foldAddress(target);
      if (!verified.has(address) || sentTo.has(address) || sentTo.size >= LIMITS.redirectsPerMessage)
        continue;
      sentTo.add(address);
      const job = { mailboxId, ruleId, target, messageId, blob, envelopeSender, deliveryKey };
      await addJob(tx, forwardTask, job);
    }
  }
}
