import type { CodeRequired, StepMethod } from '@bocau/contract/second-step.ts';
import { readSignOuts } from '../../../identity/security/sessions.store.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { PhoneGateway } from '../../../platform/phone/phone-gateway.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';
import type { Db, Tx } from '../../../tables.ts';
import { signInExpired } from '../open-session.ts';
import { stepMethods } from '../phone/send-step-code.ts';
import { hashToken, newToken } from '../tokens.ts';
import * as store from './challenges.store.ts';
import { refusalOf, type Verdict } from './judge-code.ts';
import { judgeProof, type ProofDeps, type StepProof } from './judge-proof.ts';
import { lockSecondStep } from './second-step.store.ts';
import { readStepMethods } from './step-methods.ts';

export type ChallengeDeps = ProofDeps & { db: Db; phoneGateway: PhoneGateway | null };

const CHALLENGE_SECONDS = 600;
export const WRONG_CODES = 5;

/**
 * One per account, limited within this process, because waiting for the row lock would occupy a shared
 * connection.
 */
const turns = createSemaphore<number>(1);

/** The password was correct; returns what the sign-in still needs. */
export async function requireCode(deps: Omit<ChallengeDeps, 'party'>, mailboxId: number): Promise<Failure> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  const challenge = newToken();
  await inTransaction(db, (tx) =>
    store.insertExpiring(tx, 'sign_in_challenges', {
      token_hash: hashToken(challenge),
      mailbox_id: mailboxId,
      created_at: now,
      expires_at: now + CHALLENGE_SECONDS,
    }),
  );
  const phone = await stepMethods(db, deps, mailboxId);
  const details: CodeRequired = {
    challenge,
    methods: [...(await readStepMethods(db, mailboxId)), ...phone.methods],
    phone_hint: phone.hint,
    expires_in: CHALLENGE_SECONDS,
  };
  return new Failure('code_required', 'Enter the code of the second step', { details });
}

/** Handles a verdict within its transaction. */
export type OnVerdict = (tx: Tx, mailboxId: number, verdict: Verdict) => Promise<void>;

/** Completes a challenge once; returns its mailbox and the method. Throws when the code is wrong. */
export async function meetChallenge(
  deps: ChallengeDeps,
  { challenge, ...given }: { challenge: string } & StepProof,
  onVerdict: OnVerdict,
): Promise<{ mailboxId: number; method: StepMethod; signOuts: number }> {
  const tokenHash = hashToken(challenge);
  const now = unixSeconds(deps.clock);
  const { mailbox_id: mailboxId } = (await store.readChallenge(deps.db, tokenHash, now)) ?? throwExpired();
  const endTurn = await turns.take(mailboxId);
  const { verdict, signOuts } = await inTransaction(deps.db, async (tx) => {
    // Changes of the account's security take the same lock, and delete challenges.
    await lockSecondStep(tx, mailboxId);
    const waiting = (await store.readChallenge(tx, tokenHash, now)) ?? throwExpired();
    const reached = await judgeProof(deps, tx, mailboxId, given, { purpose: 'step', boundTo: tokenHash });
    const over = reached.outcome === 'right' || waiting.wrong_codes + 1 >= WRONG_CODES;
    if (over && reached.outcome !== 'too_many') await store.deleteChallenge(tx, tokenHash);
    else if (reached.outcome === 'wrong') await store.countWrongCode(tx, tokenHash);
    await onVerdict(tx, mailboxId, reached);
    return { verdict: reached, signOuts: await readSignOuts(tx, mailboxId) };
  }).finally(endTurn);
  const refusal = refusalOf(verdict, 'passkey' in given ? 'passkey_refused' : 'code_incorrect');
  if (refusal) throw refusal;
  return { mailboxId, method: (verdict as Verdict & { outcome: 'right' }).method, signOuts };
}

/** The mailbox whose sign-in waits for its second step. */
export async function readWaiting(
  { db, clock }: Pick<ChallengeDeps, 'db' | 'clock'>,
  challenge: string,
): Promise<{ mailboxId: number; boundTo: Buffer }> {
  const boundTo = hashToken(challenge);
  const { mailbox_id } = (await store.readChallenge(db, boundTo, unixSeconds(clock))) ?? throwExpired();
  return { mailboxId: mailbox_id, boundTo };
}

function throwExpired(): never {
  throw signInExpired();
}
