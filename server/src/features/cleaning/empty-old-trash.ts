import { LIMITS } from '@bocau/contract/limits.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { removeMessages } from '../../mail/messages/move-messages.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { findMailboxWithOldTrash, readOldTrash } from './cleaning.store.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

const MESSAGES_A_STEP = 500;

/** Permanently deletes messages that have been in Trash for too long. */
export async function emptyOldTrash(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - LIMITS.trashDays * 24 * 3600;
  for (;;) {
    signal.throwIfAborted();
    const mailboxId = await findMailboxWithOldTrash(deps.db, before);
    if (mailboxId === undefined) return;
    await changeMailbox(deps, mailboxId, async (change) => {
      // Read again under the lock: a message may just have been restored.
      await removeMessages(change, await readOldTrash(change.tx, mailboxId, before, MESSAGES_A_STEP));
    });
  }
}
