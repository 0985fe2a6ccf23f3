import { PROOF_SECONDS } from '@bocau/contract/second-step.ts';
import type { AdminCaller, Caller } from '../platform/caller.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { Failure } from '../platform/failure.ts';

export function hasFreshProof({ assurance }: Pick<Caller, 'assurance'>, clock: Clock): boolean {
  return unixSeconds(clock) - assurance.provenAt < PROOF_SECONDS;
}

/**
 * For every change that would let somebody else in, or mail out: a session that was left open, or stolen, is not enough.
 * Whoever signed in or proved themselves within the last minutes is not asked again.
 */
export function requireFreshProof(caller: Pick<Caller, 'assurance'>, clock: Clock): void {
  if (hasFreshProof(caller, clock)) return;
  throw new Failure('proof_required', 'Prove again who you are: POST /api/v2/auth/proof');
}

/** The same for administrators; a program has nothing to prove but its token. */
export function requireFreshAdmin({ session }: Pick<AdminCaller, 'session'>, clock: Clock): void {
  if (session !== null) requireFreshProof(session, clock);
}
