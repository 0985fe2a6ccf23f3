import type { Tx } from '../../tables.ts';
import {
  deleteChallengesOf,
  deletePendingSecret,
  deleteResetLink,
  deleteTrustedDevices,
} from './trust.store.ts';

/**
 * What somebody who was let in may have left to come in by again: half-done sign-ins, trusted browsers, a secret for an
 * app, and a link. Before the row of the mailbox is locked: its row of the second step is locked first, as whoever changes that does.
 */
export async function forgetTrust(tx: Tx, mailboxId: number): Promise<void> {
  await deletePendingSecret(tx, mailboxId);
  await deleteChallengesOf(tx, mailboxId);
  await deleteTrustedDevices(tx, mailboxId);
  await deleteResetLink(tx, mailboxId);
}
