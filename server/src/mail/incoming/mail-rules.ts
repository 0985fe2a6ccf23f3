import type { Tx } from '../../tables.ts';
import type { DeliveredInvoices } from '../invoice-files/invoice-task.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import type { Incoming } from './incoming.ts';

/** The result of a mailbox's rules for one message. */
export type Filing = {
  folder: 'INBOX' | 'Junk' | 'Archive' | { id: string };
  seen: boolean;
  starred: boolean;
  /** Ids of labels that exist. */
  labels: string[];
  /** The conversation is muted; `quiet`: nobody is told of the message. */
  muted?: { quiet: boolean };
  /** The message is not stored. */
  discarded: boolean;
  /** Filters act on it once its invoices are read, if it has any. */
  awaitsInvoices: boolean;
  /** The forwarding targets without duplicates, each with its rule. */
  onward: { ruleId: string; target: string }[];
  /** The rule of the automatic reply, when one is active. */
  replyRuleId: string | null;
  /** The rules that matched, and those that could not be applied, with the reason. */
  hits: string[];
  failed: { ruleId: string; error: unknown }[];
};

export type MailRules = {
  /** The decision for each message; read under the mailbox's lock. */
  decide(tx: Tx, mailboxId: number, messages: Incoming[]): Promise<Filing[]>;
  /** Has filters that ask for invoices act on delivered mail, whose invoices were written in this change. */
  filterByInvoices(change: MailboxChange, delivered: DeliveredInvoices[]): Promise<void>;
  /** Updates the statistics of the rules that acted on stored mail. */
  record(change: MailboxChange, filings: Filing[]): void;
};
