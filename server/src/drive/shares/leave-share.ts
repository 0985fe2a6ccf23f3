import type { DriveChange } from '../change-drive.ts';
import { addLeftEntries, dropLeftEntries } from './leave-share.store.ts';

/**
 * Somebody inside is done with what another shares with them: it is theirs no more, and stays as it is for its owner
 * and for everybody else. A share that is made later invites them again.
 */
export async function leaveShares(change: DriveChange, personId: number, entryIds: string[]): Promise<void> {
  const { tx, mailboxId, journal } = change;
  for (const id of await addLeftEntries(tx, mailboxId, { personId, entryIds })) journal('share', id);
}

export async function rejoinShares(change: DriveChange, personId: number, entryIds: string[]): Promise<void> {
  const { tx, mailboxId, journal } = change;
  for (const id of await dropLeftEntries(tx, mailboxId, { personId, entryIds })) journal('share', id);
}
