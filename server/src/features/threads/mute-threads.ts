import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { readThreadsOf, updateMuted } from '../../mail/messages/muted-messages.store.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';
import type { Tx } from '../../tables.ts';

type Mute = { ids: string[]; muted: boolean };

/** Mutes whole threads, also where a row stands for one message, or ends that. */
export async function muteThreads(deps: ChangeDeps, mailboxId: number, { ids, muted }: Mute): Promise<void> {
  const find = async (tx: Tx) => {
    const { threadIds, messageIds } = await resolveRows(tx, mailboxId, ids);
    const ofSingles = messageIds.length > 0 ? await readThreadsOf(tx, mailboxId, messageIds) : [];
    return [...new Set([...threadIds, ...ofSingles])];
  };
  await changeMailbox(
    deps,
    mailboxId,
    async (change, threads) =>
      change.markThreadsDirty(await updateMuted(change.tx, mailboxId, threads, muted)),
    { first: find },
  );
}
