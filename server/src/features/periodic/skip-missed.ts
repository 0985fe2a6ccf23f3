import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { readParkedPeriods, readPeriodic } from './periodic.store.ts';
import { planNext } from './plan-next.ts';

const ROWS_A_STEP = 200;

/** Skips the dates that passed between a backup and its restore: their copies may have been sent. */
export async function skipMissed(deps: ChangeDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const parked = await readParkedPeriods(deps.db, ROWS_A_STEP);
    if (parked.length === 0) return;
    for (const { mailboxId, messageId, nextAt } of parked) {
      signal.throwIfAborted();
      await changeMailbox(deps, mailboxId, async (change) => {
        const row = await readPeriodic(change.tx, mailboxId, messageId);
        if (row?.state !== 'active') return;
        await planNext(change, { ...row, state: 'active', last_date: nextAt }, change.now);
      });
    }
  }
}
