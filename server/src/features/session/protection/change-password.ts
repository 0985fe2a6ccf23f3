import { normalizePassword, type PasswordFault, passwordFaults } from '@bocau/contract/password-rules.ts';
import { requireFreshProof } from '../../../access/fresh-proof.ts';
import { endSessions } from '../../../identity/security/end-sessions.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { guessability, personWords } from '../../../platform/passwords/weak-password.ts';
import type { ReadDb } from '../../../tables.ts';
import { readUser } from '../../account/read-user.ts';
import type { PasswordDeps } from '../check-password.ts';
import { hashPassword } from '../passwords.ts';
import { hasSecondStep } from '../second-step/second-step.store.ts';
import { markProven, updatePasswordHash } from '../session.store.ts';
import { announceChange } from './announce-change.ts';
import { checkOwnPassword, type Prover, passwordIncorrect } from './prove-identity.ts';
import { revokeAccess } from './revoke-access.ts';

/**
 * PW-1, PW-2, PW-3. Revokes everything obtained with the old password: other sessions, unfinished sign-ins,
 * programs.
 */
export async function changePassword(
  deps: PasswordDeps,
  caller: SessionCaller,
  { current, next }: { current: string; next: string },
  from: Prover,
): Promise<void> {
  const { db, clock } = deps;
  const { person, session } = caller;
  if (await hasSecondStep(db, person)) requireFreshProof(caller, clock);
  const faults = passwordFaults(next);
  if (faults.length > 0) throw passwordRefused(faults);
  const { signOuts } = await checkOwnPassword(deps, caller, current, from);
  if (normalizePassword(next) === normalizePassword(current)) throw passwordRefused(['same']);
  await refuseGuessable(db, person, next);
  const passwordHash = await hashPassword(next);
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    // The locks in the order in which a change of the second step takes them.
    await revokeAccess(tx, person);
    const isStillRight = await updatePasswordHash(tx, person, { passwordHash, signOuts });
    if (!isStillRight) throw passwordIncorrect();
    await markProven(tx, session.id, { proven_at: now });
    await endSessions(tx, person, { now, except: session.id });
    await announceChange(tx, { mailboxId: person, change: 'password_changed', about: '', at: now }, from);
  });
}

/** Refuses a password that someone who knows the owner could guess. */
export async function refuseGuessable(db: ReadDb, mailboxId: number, next: string): Promise<void> {
  const { email, fullname } = await readUser(db, mailboxId);
  const fault = await guessability(next, personWords({ email, name: fullname }));
  if (fault !== null) throw passwordRefused([fault]);
}

export function passwordRefused(faults: PasswordFault[]): Failure {
  return new Failure('password_refused', `The new password is refused: ${faults.join(', ')}`, {
    details: { faults },
  });
}
