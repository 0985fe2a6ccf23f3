import type { Tx } from '../../tables.ts';

/** What the user's rules say of senders. */
export type SenderRules = {
  /** Those of the addresses, as they are written here, whose mail goes to Junk. */
  blockedAmong(tx: Tx, mailboxId: number, senders: string[]): Promise<Set<string>>;
};
