import type { Tx } from '../../tables.ts';

/** What the user's rules say of a sender: the hook that block rules use. */
export type SenderRules = {
  /** Where mail of this sender goes when it comes in. */
  folderFor(tx: Tx, mailboxId: number, sender: string): Promise<'INBOX' | 'Junk'>;
};

export const noSenderRules: SenderRules = { folderFor: async () => 'INBOX' };
