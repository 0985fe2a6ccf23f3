import type { Rule } from '@bocau/contract/rules.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Tx } from '../../tables.ts';
import { deleteRules, readBlockedAmong, readRulesOfSenders, readSendersOf } from './rules.store.ts';
import { ruleView } from './rules.view.ts';

/** Those of the addresses, as they are written here, whose mail goes to Junk. */
export async function blockedAmong(tx: Tx, mailboxId: number, senders: string[]): Promise<Set<string>> {
  const folded = new Map(senders.map((sender) => [sender, foldAddress(sender)]));
  const blocked = new Set(await readBlockedAmong(tx, mailboxId, [...new Set(folded.values())]));
  return new Set(senders.filter((sender) => blocked.has(folded.get(sender) as string)));
}

/** Removes the rules that block the senders of these messages; answers them as they were. */
export async function unblockSenders(change: MailboxChange, messageIds: string[]): Promise<Rule[]> {
  if (messageIds.length === 0) return [];
  const { tx, mailboxId } = change;
  const senders = (await readSendersOf(tx, mailboxId, messageIds)).map(foldAddress);
  const rules = await readRulesOfSenders(tx, mailboxId, senders);
  if (rules.length === 0) return [];
  await deleteRules(
    tx,
    mailboxId,
    rules.map((rule) => rule.id),
  );
  change.journal('settings', change.folders.INBOX);
  return rules.map(ruleView);
}
