import type { Tx } from '../../tables.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { Incoming } from './incoming.ts';

/** What the rules of a mailbox make of one message. */
export type Filing = {
  folder: 'INBOX' | 'Junk' | { id: string };
  seen: boolean;
  starred: boolean;
  /** It is stored nowhere. */
  discarded: boolean;
  /** The addresses that it goes on to, each once, with the rule that says so. */
  onward: { ruleId: string; target: string }[];
  /** The rule of the automatic reply, where one is on. */
  replyRuleId: string | null;
  /** The rules that acted, and those that could not be applied, with why. */
  hits: string[];
  failed: { ruleId: string; error: unknown }[];
};

export type MailRules = {
  /** What becomes of each message; read under the lock of the mailbox. */
  decide(tx: Tx, mailboxId: number, messages: Incoming[]): Promise<Filing[]>;
  /** Counts what acted on mail that was filed. */
  record(change: MailboxChange, filings: Filing[]): void;
};
