import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { deleteEmptiedThreads, findMailboxWithEmptyThreads } from '../../mail/threads/threads.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** How long a repeated call for a deleted thread, or a late reply to it, may still arrive. */
const REMEMBERED_SECONDS = 7 * 24 * 3600;
const THREADS_A_STEP = 1_000;

/** Deletes threads that have been empty for a week, with all keys that led to them. */
export async function purgeEmptiedThreads(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - REMEMBERED_SECONDS;
  for (;;) {
    signal.throwIfAborted();
    const mailboxId = await findMailboxWithEmptyThreads(deps.db, before);
    if (mailboxId === undefined) return;
    // Under the mailbox's lock no new message can join one of them meanwhile.
    await changeMailbox(deps, mailboxId, ({ tx }) =>
      deleteEmptiedThreads(tx, mailboxId, before, THREADS_A_STEP),
    );
  }
}
