import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { deleteEmptiedThreads, findMailboxWithEmptyThreads } from '../../mail/threads/threads.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** As long as a repeated call for a removed thread may come, and a late reply to it may find it. */
const REMEMBERED_SECONDS = 7 * 24 * 3600;
const THREADS_A_STEP = 1_000;

/** Forgets threads that have had no message for a week, with all ids that led to them. */
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
