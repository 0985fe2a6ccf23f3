import { failSending, finalizeSend } from '../../mail/outbox/finalize-send.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { putBackDueTime, readBegunSends, readParkedSends } from './parked.store.ts';

const WAS_WAITING =
  'The mail was waiting when the backup was made that has been restored. It may have been sent since: ask before you send it again.';

const ROWS_A_STEP = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A job enqueued in the restoring transaction, so that it runs whoever starts the program first. */
export const finishRestoreTask = defineTask('finish_restore', { maxAttempts: 25 });

export function backupHandlers(deps: SendingDeps): TaskHandler[] {
  return [handle(finishRestoreTask, (_payload, { signal }) => finishRestore(deps, signal))];
}

/** Reports to senders what may have been sent since the backup, instead of sending it again. */
async function finishRestore(deps: SendingDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const parked = await readParkedSends(deps.db, ROWS_A_STEP);
    if (parked.length === 0) break;
    for (const send of parked) {
      signal.throwIfAborted();
      await failSending(deps, send, WAS_WAITING);
      await inTransaction(deps.db, (tx) => putBackDueTime(tx, send));
    }
  }
  for (let after = FIRST_ID; ; ) {
    const begun = await readBegunSends(deps.db, after, ROWS_A_STEP);
    if (begun.length === 0) break;
    for (const send of begun) {
      signal.throwIfAborted();
      await finalizeSend(deps, send);
    }
    after = begun.at(-1)?.outboxId ?? after;
  }
}
