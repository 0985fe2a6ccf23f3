import { changeDrive, type DriveDeps, TOP } from '../change-drive.ts';
import { writeDriveNumbers, writeReach } from './repair-drive.store.ts';

/** Corrects the counts of versions and uploads of a drive, and the extents of its folders. */
export async function repairDrive(deps: DriveDeps, mailboxId: number): Promise<void> {
  await changeDrive(deps, mailboxId, async (change) => {
    const wasWrong = await writeDriveNumbers(change.tx, mailboxId);
    await writeReach(change.tx, mailboxId);
    if (wasWrong) change.journal('usage', TOP);
  });
}
