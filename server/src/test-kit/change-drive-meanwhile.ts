import type { AppContext } from '../context.ts';
import { changeDrive, type DriveChange } from '../drive/change-drive.ts';
import { endShare } from '../drive/shares/change-share.ts';
import { untilWaiting } from './until-waiting.ts';

type Drive = { context: AppContext; mailboxId: number };
type Step = (change: DriveChange) => Promise<unknown>;

/** Changes a drive while an act waits for the drive's lock; returns the result of the act. */
export async function changeDriveMeanwhile<Answer>(
  { context, mailboxId }: Drive,
  act: () => Promise<Answer>,
  { before, after }: { before?: Step; after: Step },
): Promise<PromiseSettledResult<Answer> | undefined> {
  let acting: Promise<PromiseSettledResult<Answer>[]> = Promise.resolve([]);
  await changeDrive(context, mailboxId, async (change) => {
    await before?.(change);
    acting = Promise.allSettled([act()]);
    await untilWaiting(context.db, 1);
    await after(change);
  });
  return (await acting)[0];
}

/** Ends a share while an authorized act waits for the drive's lock. */
export function endShareMeanwhile<Answer>(
  drive: Drive,
  id: string,
  act: () => Promise<Answer>,
): Promise<PromiseSettledResult<Answer> | undefined> {
  const after = (change: DriveChange) => endShare(change, { id }, 'owner');
  return changeDriveMeanwhile(drive, act, { after });
}
