import type { DriveChange } from '../change-drive.ts';
import { deleteExpiredLocks, deleteLock, readLock, writeLock } from './locks.store.ts';

/** What an editor wants of the lock of a file. */
export type LockWish =
  | { act: 'lock' | 'refresh' | 'unlock'; lock: string; holder: string }
  | { act: 'relock'; lock: string; oldLock: string; holder: string };

export type LockAnswer =
  | { granted: true; lock: string }
  /** `lock` is the one that stands, empty where there is none. */
  | { granted: false; lock: string; holder: string | null; reason: string };

/** An editor that is still there renews its lock long before. */
const LOCK_SECONDS = 30 * 60;

/**
 * The lock of an office editor, as the WOPI protocol has it. Whoever changes it holds the lock of the drive, so that of two
 * editors that ask at once one is refused, by the lock of the other.
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

/** Null where the wish is granted. */
function refusalOf(standing: { lock: string } | undefined, wish: LockWish): string | null {
  if (!standing) return wish.act === 'lock' ? null : 'The file is not locked';
  const expected = wish.act === 'relock' ? wish.oldLock : wish.lock;
  return standing.lock === expected ? null : 'The file is locked by another editor';
}
