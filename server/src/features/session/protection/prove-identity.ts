import { PROOF_SECONDS } from '@bocau/contract/second-step.ts';
import { SESSIONS_CHANGED } from '../../../identity/security/end-sessions.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { notify } from '../../../platform/db/notify.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Tx } from '../../../tables.ts';
import { checkPassword, type PasswordDeps, type Proven } from '../check-password.ts';
import { refusalOf } from '../second-step/judge-code.ts';
import { judgeProof, type ProofDeps, type StepProof } from '../second-step/judge-proof.ts';
import { countFactors, hasSecondStep } from '../second-step/second-step.store.ts';
import { markProven } from '../session.store.ts';
import { enqueueNotice, type From } from './announce-change.ts';

/** `device`: the browser's device cookie; null when it sends none. */
export type Prover = From & { device: string | null };

/**
 * Refreshes the proof of this session; returns its expiry. With two-step sign-in on, a code or a passkey is
 * needed.
 */
export async function proveIdentity(
  deps: PasswordDeps & ProofDeps,
  caller: SessionCaller,
  given: { password: string } | StepProof,
  from: Prover,
): Promise<number> {
  const { db, clock } = deps;
  const { person, session } = caller;
  const now = unixSeconds(clock);
  const needsCode = await hasSecondStep(db, person);
  if (needsCode === 'password' in given) {
    if (needsCode) throw new Failure('verification_code_wrong', 'This account proves itself by a code');
    throw new Failure('password_incorrect', 'This account proves itself by its password');
  }
  if ('password' in given) {
    await checkOwnPassword(deps, caller, given.password, from);
    await inTransaction(db, (tx) => prove(tx, person, session.id, { proven_at: now }));
    return now + PROOF_SECONDS;
  }
  const refusal = await inTransaction(db, async (tx) => {
    const verdict = await judgeProof(deps, tx, person, given, {
      purpose: 'proof',
      boundTo: session.tokenHash,
    });
    if (verdict.outcome === 'right') {
      const method = verdict.method === 'passkey' ? 'passkey' : 'password_and_code';
      await prove(tx, person, session.id, { proven_at: now, method });
      if (verdict.method === 'recovery_code') await noticeRecovery(tx, person, now);
    }
    return refusalOf(verdict, 'code' in given ? 'verification_code_wrong' : 'passkey_refused');
  });
  if (refusal) throw refusal;
  return now + PROOF_SECONDS;
}

async function prove(
  tx: Tx,
  mailboxId: number,
  sessionId: string,
  proof: Parameters<typeof markProven>[2],
): Promise<void> {
  await markProven(tx, sessionId, proof);
  await notify(tx, SESSIONS_CHANGED, String(mailboxId));
}

/** A recovery code was used, possibly without the owner's knowledge. */
export async function noticeRecovery(tx: Tx, mailboxId: number, at: number): Promise<void> {
  const { codes } = await countFactors(tx, mailboxId, at);
  await enqueueNotice(tx, { mailboxId, change: 'recovery_code_used', about: String(codes), at });
}

/**
 * Verifies the signed-in user's password within the limits of a sign-in; a wrong one does not end the
 * session.
 */
export async function checkOwnPassword(
  deps: PasswordDeps,
  { email }: SessionCaller,
  password: string,
  from: Prover,
): Promise<Proven> {
  const given = { email, password, ...from, protocol: 'web' } as const;
  try {
    return await checkPassword(deps, given);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_credentials') throw error;
    throw passwordIncorrect();
  }
}

export function passwordIncorrect(): Failure {
  return new Failure('password_incorrect', 'The current password is incorrect');
}
