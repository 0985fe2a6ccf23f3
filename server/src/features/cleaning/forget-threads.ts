import { sql } from 'kysely';
import { unixSeconds } from '../../platform/clock.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

/** As long as a repeated call for a removed thread may come, and a late reply to it may find it. */
const REMEMBERED_SECONDS = 7 * 24 * 3600;
const THREADS_A_STEP = 1_000;

/** Forgets threads that have had no message for a week, with all ids that led to them. */
export async function forgetThreads(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - REMEMBERED_SECONDS;
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ mailbox_id: number }>`
      select mailbox_id from threads where emptied_at < ${before} order by emptied_at limit 1`.execute(
      deps.db,
    );
    const mailboxId = rows[0]?.mailbox_id;
    if (mailboxId === undefined) return;
    // Under the mailbox's lock no new message can join one of them meanwhile.
    await changeMailbox(deps, mailboxId, async ({ tx }) => {
      await sql`
        with forgotten as (
          delete from threads t using (
            select id from threads where mailbox_id = ${mailboxId} and emptied_at < ${before} limit ${THREADS_A_STEP}
          ) old
          where t.mailbox_id = ${mailboxId} and t.id = old.id returning t.id
        ), keys as (
          delete from thread_keys k using forgotten f where k.mailbox_id = ${mailboxId} and k.thread_id = f.id
        )
        delete from merged_threads m using forgotten f
        where m.mailbox_id = ${mailboxId} and m.thread_id = f.id`.execute(tx);
    });
  }
}
