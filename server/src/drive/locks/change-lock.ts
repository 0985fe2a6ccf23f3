import type { DriveChange } from '../change-drive.ts';
import { deleteExpiredLocks, deleteLock, readLock, writeLock } from './locks.store.ts';

/** An editor's request about the lock of a file. */
export type LockWish =
  | { act: 'lock' | 'refresh' | 'unlock'; lock: string; holder: string }
  | { act: 'relock'; lock: string; oldLock: string; holder: string };

export type LockAnswer =
  | { granted: true; lock: string }
  /** `lock` is the current lock, empty when there is none. */
  | { granted: false; lock: string; holder: string | null; reason: string };

/** An active editor renews its lock long before this. */
const LOCK_SECONDS = 30 * 60;

/**
 * The lock of an office editor, according to the WOPI protocol. Changing it requires the lock of the drive,
 * so that one of two concurrent editors is refused with the lock of the other.
 */
export async function changeLock(
  { tx, mailboxId, now }: Pick<DriveChange, 'tx' | 'mailboxId' | 'now'>,
  entryId: string,
  wish: LockWish,
): Promise<LockAnswer> {
  const standing = await readLock(tx, mailboxId, entryId, now);
  const refusal = refusalOf(standing, wish);
  if (refusal !== null) {
    return {
      granted: false,
      lock: standing?.lock ?? '',
      holder: standing?.holder ?? null,
      reason: refusal,
    };
  }
  if (wish.act === 'unlock') await deleteLock(tx, mailboxId, entryId);
  else {
    if (!standing) await deleteExpiredLocks(tx, mailboxId, now);
    const lock = { lock: wish.lock, expires_at: now + LOCK_SECONDS, holder: wish.holder };
    await writeLock(tx, mailboxId, entryId, lock);
  }
  return { granted: true, lock: wish.lock };
}

/** Null when the request is granted. */
function refusalOf(standing: { lock: string } | undefined, wish: LockWish): string | null {
  if (!standing) return wish.act === 'lock' ? null : 'The file is not locked';
  const expected = wish.act === 'relock' ? wish.oldLock : wish.lock;
  return standing.lock === expected ? null : 'The file is locked by another editor';
}
