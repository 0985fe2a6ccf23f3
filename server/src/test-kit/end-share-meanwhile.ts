import { sql } from 'kysely';
import { vi } from 'vitest';
import type { AppContext } from '../context.ts';
import { changeDrive } from '../drive/change-drive.ts';
import { endShare } from '../drive/shares/change-share.ts';
import { readRows } from '../platform/db/read-rows.ts';

/** Ends a share while an act that was let in waits for its turn to change the drive; answers what became of the act. */
export async function endShareMeanwhile<Answer>(
  context: AppContext,
  share: { mailboxId: number; id: string },
  act: () => Promise<Answer>,
): Promise<PromiseSettledResult<Answer> | undefined> {
  let acting: Promise<PromiseSettledResult<Answer>[]> = Promise.resolve([]);
  await changeDrive(context, share.mailboxId, async (change) => {
    acting = Promise.allSettled([act()]);
    await vi.waitUntil(async () => {
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%drive_state%'`;
      return (await readRows(context.db, waiting)).length > 0;
    });
    await endShare(change, share, 'owner');
  });
  return (await acting)[0];
}
