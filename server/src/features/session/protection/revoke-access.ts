import { forgetTrust } from '../../../identity/security/forget-trust.ts';
import {
  deleteAppPasswords,
  deleteChallengesOf,
  deleteTrustedDevices,
} from '../../../identity/security/trust.store.ts';
import type { Tx } from '../../../tables.ts';
import { deleteSecondStep, isOn, lockSecondStep } from '../second-step/second-step.store.ts';
import { deleteLinks } from '../single-sign-on/links.store.ts';
import { announceChange, type From } from './announce-change.ts';

/** Revokes all access other than the password and the second step: whatever an intruder may have created. */
export async function revokeAccess(tx: Tx, mailboxId: number): Promise<void> {
  await forgetTrust(tx, mailboxId);
  await deleteAppPasswords(tx, mailboxId);
  await deleteLinks(tx, mailboxId);
}

/** For a person who has lost the app and the recovery codes. False when it is off already. */
export async function removeSecondStep(
  tx: Tx,
  { mailboxId, at }: { mailboxId: number; at: number },
  from: From | null,
): Promise<boolean> {
  if (!isOn(await lockSecondStep(tx, mailboxId))) return false;
  await deleteSecondStep(tx, mailboxId);
  await deleteChallengesOf(tx, mailboxId);
  await deleteTrustedDevices(tx, mailboxId);
  await announceChange(tx, { mailboxId, change: 'two_step_off', about: '', at }, from);
  return true;
}
