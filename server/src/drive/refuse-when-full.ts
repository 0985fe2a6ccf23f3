import { Failure } from '../platform/failure.ts';
import type { ReadDb } from '../tables.ts';
import { readDriveNumbers } from './drive.store.ts';

/** Checked before bytes of unknown size are stored; the change that adds them counts them. */
export async function refuseWhenFull(db: ReadDb, mailboxId: number): Promise<void> {
  const { used_bytes, reserved_bytes, quota_bytes } = await readDriveNumbers(db, mailboxId);
  if (used_bytes + reserved_bytes < quota_bytes) return;
  throw new Failure('drive_full', 'The drive has no room for this', {
    details: { used_bytes, reserved_bytes, quota_bytes },
  });
}
