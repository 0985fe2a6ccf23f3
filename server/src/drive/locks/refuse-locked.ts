import { Failure } from '../../platform/failure.ts';
import type { DriveChange } from '../change-drive.ts';
import { readLock } from './locks.store.ts';

/** Throws when a locked file would be replaced; the error names who edits it. */
export async function refuseLocked(
  { tx, mailboxId, now }: Pick<DriveChange, 'tx' | 'mailboxId' | 'now'>,
  entryId: string,
): Promise<void> {
  const lock = await readLock(tx, mailboxId, entryId, now);
  if (!lock) return;
  throw new Failure('file_locked', 'Somebody edits this file now', { details: { holder: lock.holder } });
}
