import { isValidAddress } from '@bocau/contract/address.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { addressKeys } from './message-facts.ts';
import type { BlockRow } from './rule-row.ts';
import {
  countRules,
  deleteRules,
  insertRules,
  readBlockedAmong,
  readOwnDomains,
  readRulesOfSenders,
  readSendersOf,
  rulesChanged,
} from './rules.store.ts';

/** Deletes the rules that block the senders of these messages, or their domains; returns them. */
export async function unblockSenders(change: MailboxChange, messageIds: string[]): Promise<BlockRow[]> {
  if (messageIds.length === 0) return [];
  const { tx, mailboxId } = change;
  const senders = addressKeys(await readSendersOf(tx, mailboxId, messageIds));
  const rules = await readRulesOfSenders(tx, mailboxId, [...senders]);
  await removeRules(
    change,
    rules.map((rule) => rule.id),
  );
  return rules;
}

/**
 * The changes of rules by blocking some senders: created ones, replaced disabled ones of the same senders,
 * and how many could not be created.
 */
type Blocking = { made: string[]; removed: BlockRow[]; notBlocked: number };

/**
 * Blocks the senders of these messages, without duplicates, and never the mailbox itself or an address of its
 * domains: an inbox contains mail from colleagues, and from our own postmaster, who reports failures.
 */
export async function blockSendersOf(
  change: MailboxChange,
  clock: Clock,
  messageIds: string[],
): Promise<Blocking> {
  const { tx, mailboxId } = change;
  const written = (await readSendersOf(tx, mailboxId, messageIds)).filter(isValidAddress);
  const senders = new Map(written.map((address) => [foldAddress(address), address]));
  const domains = await readOwnDomains(tx, mailboxId);
  for (const folded of senders.keys()) {
    if (domains.has(folded.slice(folded.lastIndexOf('@') + 1))) senders.delete(folded);
  }
  for (const blocked of await readBlockedAmong(tx, mailboxId, [...senders.keys()])) senders.delete(blocked);
  const removed = await readRulesOfSenders(tx, mailboxId, [...senders.keys()]);
  await removeRules(
    change,
    removed.map((rule) => rule.id),
  );
  const room = Math.max(0, LIMITS.rulesPerMailbox - (await countRules(tx, mailboxId)));
  const made = [...senders.values()].slice(0, room).map((from): BlockRow => {
    return { id: newId(clock), is_enable: true, definition: { type: 'auto_mark_spam', from } };
  });
  await addRules(change, made);
  return { made: made.map(({ id }) => id), removed, notBlocked: senders.size - made.length };
}

/** An existing rule for the same sender stays unchanged. */
export async function addRules(change: MailboxChange, rules: BlockRow[]): Promise<void> {
  if (rules.length === 0) return;
  const blocked = rules.map((rule) => ({ ...rule, sender: foldAddress(rule.definition.from) }));
  await insertRules(change, blocked);
  await rulesChanged(change);
}

export async function removeRules(change: MailboxChange, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteRules(change.tx, change.mailboxId, ids);
  await rulesChanged(change);
}
