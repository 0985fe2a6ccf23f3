import { sql } from 'kysely';
import { vi } from 'vitest';
import type { AppContext } from '../context.ts';
import { changeDrive, type DriveChange } from '../drive/change-drive.ts';
import { endShare } from '../drive/shares/change-share.ts';
import { readRows } from '../platform/db/read-rows.ts';

type Drive = { context: AppContext; mailboxId: number };
type Step = (change: DriveChange) => Promise<unknown>;

/** Changes a drive while an act waits for what that has locked; answers what became of the act. */
export async function changeDriveMeanwhile<Answer>(
  { context, mailboxId }: Drive,
  act: () => Promise<Answer>,
  { before, after }: { before?: Step; after: Step },
): Promise<PromiseSettledResult<Answer> | undefined> {
  let acting: Promise<PromiseSettledResult<Answer>[]> = Promise.resolve([]);
  await changeDrive(context, mailboxId, async (change) => {
    await before?.(change);
    acting = Promise.allSettled([act()]);
    await vi.waitUntil(async () => {
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await readRows(context.db, waiting)).length > 0;
    });
    await after(change);
  });
  return (await acting)[0];
}

/** Ends a share while an act that was let in waits for its turn to change the drive. */
export function endShareMeanwhile<Answer>(
  drive: Drive,
  id: string,
  act: () => Promise<Answer>,
): Promise<PromiseSettledResult<Answer> | undefined> {
  return changeDriveMeanwhile(drive, act, { after: (change) => endShare(change, { id }, 'owner') });
}
