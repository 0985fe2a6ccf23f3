import { LIMITS } from '@bocau/contract/limits.ts';
import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import type { Db } from '../../tables.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import { removeMessages } from '../mailbox/move-messages.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

const MESSAGES_A_STEP = 500;

/** Removes for good what came into Trash too long ago. */
export async function emptyOldTrash(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - LIMITS.trashDays * 24 * 3600;
  for (;;) {
    signal.throwIfAborted();
    const mailboxId = await findMailboxWithOldTrash(deps.db, before);
    if (mailboxId === undefined) return;
    await changeMailbox(deps, mailboxId, async (change) => {
      // Read anew under the lock: a message may just have been restored.
      const { rows } = await sql<{ id: string }>`
        select id from messages where mailbox_id = ${mailboxId} and trashed_at < ${before}
        order by trashed_at limit ${MESSAGES_A_STEP}`.execute(change.tx);
      await removeMessages(
        change,
        rows.map((row) => row.id),
      );
    });
  }
}

async function findMailboxWithOldTrash(db: Db, before: number): Promise<number | undefined> {
  const { rows } = await sql<{ mailbox_id: number }>`
    select mailbox_id from messages where trashed_at < ${before} order by trashed_at limit 1`.execute(db);
  return rows[0]?.mailbox_id;
}
