import type { DriveChange } from '../change-drive.ts';
import { addLeftEntries, dropLeftEntries } from './leave-share.store.ts';

/**
 * A colleague leaves shares: they disappear from their list, and stay unchanged for the owner and everyone
 * else. A later share invites them again.
 */
export async function leaveShares(change: DriveChange, personId: number, entryIds: string[]): Promise<void> {
  const { tx, mailboxId, journal } = change;
  for (const id of await addLeftEntries(tx, mailboxId, { personId, entryIds })) journal('share', id);
}

export async function rejoinShares(change: DriveChange, personId: number, entryIds: string[]): Promise<void> {
  const { tx, mailboxId, journal } = change;
  for (const id of await dropLeftEntries(tx, mailboxId, { personId, entryIds })) journal('share', id);
}
