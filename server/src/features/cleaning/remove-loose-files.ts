import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** So long a file waits for a draft that names it, or names it again. */
const KEPT_SECONDS = 24 * 3600;
const FILES_A_STEP = 1_000;

/** Removes uploaded files that no draft has named, and those that drafts have let go. */
export async function removeLooseFiles(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (;;) {
    signal.throwIfAborted();
    const { numAffectedRows = 0n } = await inTransaction(deps.db, (tx) =>
      sql`
        with gone as (
          delete from attachments where (mailbox_id, id) in (
            select mailbox_id, id from attachments where loose_since < ${now - KEPT_SECONDS} limit ${FILES_A_STEP})
            -- A draft may have taken it a moment ago.
            and loose_since is not null
          returning blob
        )
        insert into blob_leavings (blob, at) select distinct blob, ${now}::bigint from gone
        on conflict (blob) do update set at = excluded.at`.execute(tx),
    );
    if (numAffectedRows === 0n) return;
  }
}
