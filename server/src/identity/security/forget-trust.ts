import type { Tx } from '../../tables.ts';
import {
  deleteChallengesOf,
  deletePendingSecret,
  deleteResetLink,
  deleteTrustedDevices,
} from './trust.store.ts';

/**
 * Revokes what an intruder may have left to return with: unfinished sign-ins, trusted browsers, a pending
 * authenticator secret, and a reset link. Must run before the mailbox row is locked: the row of the second
 * step is locked first, as everywhere else (lock order).
 */
export async function forgetTrust(tx: Tx, mailboxId: number): Promise<void> {
  await deletePendingSecret(tx, mailboxId);
  await deleteChallengesOf(tx, mailboxId);
  await deleteTrustedDevices(tx, mailboxId);
  await deleteResetLink(tx, mailboxId);
}
