import { LIMITS } from '@bocau/contract/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

const DAY = 24 * 3600;
const SIGN_INS_KEPT_SECONDS = 90 * DAY;
const BULK_JOBS_KEPT_SECONDS = LIMITS.bulkUndoHours * 3600 + DAY;
const LETTERS_KEPT_SECONDS = DAY;
const FAILED_JOBS_KEPT_SECONDS = 30 * DAY;
const ROWS_A_STEP = 2_000;
/** Each brings the notes about all its messages along. */
const BULK_JOBS_A_STEP = 1;

export async function removeOldRows(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  await removeInSteps(
    deps,
    signal,
    ROWS_A_STEP,
    sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where expires_at <= ${now} limit ${ROWS_A_STEP})`,
  );
  await removeInSteps(
    deps,
    signal,
    ROWS_A_STEP,
    sql`
    delete from sign_ins where id in (
      select id from sign_ins where at < ${now - SIGN_INS_KEPT_SECONDS} limit ${ROWS_A_STEP})`,
  );
  await removeInSteps(
    deps,
    signal,
    BULK_JOBS_A_STEP,
    sql`
    delete from bulk_jobs where (mailbox_id, id) in (
      select mailbox_id, id from bulk_jobs where created_at < ${now - BULK_JOBS_KEPT_SECONDS}
      order by created_at limit ${BULK_JOBS_A_STEP})`,
  );
  // By then it counts against no limit, and a recall that was begun before has come to its end.
  await removeInSteps(
    deps,
    signal,
    ROWS_A_STEP,
    sql`
    delete from outbox where (mailbox_id, id) in (
      select mailbox_id, id from outbox
      where message_removed_at < ${now - LETTERS_KEPT_SECONDS} and state not in ('held', 'sending')
      limit ${ROWS_A_STEP})`,
  );
  await removeInSteps(
    deps,
    signal,
    ROWS_A_STEP,
    sql`
    delete from graphile_worker._private_jobs where id in (
      select id from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < to_timestamp(${now - FAILED_JOBS_KEPT_SECONDS})
      limit ${ROWS_A_STEP})`,
  );
}

async function removeInSteps(
  deps: CleaningDeps,
  signal: AbortSignal,
  rowsAStep: number,
  statement: RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { numAffectedRows = 0n } = await inTransaction(deps.db, (tx) => statement.execute(tx));
    if (numAffectedRows < rowsAStep) return;
  }
}
