import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../tables.ts';
import { refuseGuesses, type Verdict } from '../second-step/judge-code.ts';
import { insertWrongCode, isOn, lockSecondStep } from '../second-step/second-step.store.ts';
import { type ChallengeUse, usePasskeyChallenge } from './passkey-challenges.store.ts';
import { findPasskey, recordPasskeyUse } from './passkeys.store.ts';
import { type RelyingParty, userHandleOf } from './relying-party.ts';
import { challengeOf, loadVerifier, type VerifiedAnswer, verifyAnswer } from './verify-passkey.ts';

/**
 * Verifies a passkey like a code: under the lock of the mailbox's second step, so that a challenge is
 * answered once and a counter is read by one request at a time; a failure counts as a wrong code. A valid one
 * is accepted despite failures of others, because a key cannot be guessed.
 */
export async function judgePasskey(
  deps: { clock: Clock; party: RelyingParty },
  tx: Tx,
  answer: PasskeyAnswer,
  use: ChallengeUse & { mailboxId: number; purpose: 'step' | 'proof' },
): Promise<Verdict> {
  const now = unixSeconds(deps.clock);
  const { mailboxId } = use;
  if (!isOn(await lockSecondStep(tx, mailboxId))) return { outcome: 'off' };
  const asked = challengeOf(answer.client_data);
  if (asked && (await usePasskeyChallenge(tx, use, { hash: asked.hash, now }))) {
    const verified = use.purpose === 'proof';
    const used = await usePasskey(deps, tx, mailboxId, { answer, challenge: asked.challenge, verified, now });
    if (used) return { outcome: 'right', method: 'passkey' };
  }
  const tooMany = await refuseGuesses(tx, mailboxId, now);
  if (tooMany) return tooMany;
  await insertWrongCode(tx, mailboxId, { id: newId(deps.clock), at: now });
  return { outcome: 'wrong' };
}

/** The caller holds the lock. False when the passkey belongs to another mailbox, or its answer is invalid. */
export async function usePasskey(
  { party }: { party: RelyingParty },
  tx: Tx,
  mailboxId: number,
  {
    answer,
    challenge,
    verified,
    now,
  }: { answer: PasskeyAnswer; challenge: string; verified: boolean; now: number },
): Promise<boolean> {
  if (answer.user_handle !== null && answer.user_handle !== userHandleOf(mailboxId)) return false;
  const key = await findPasskey(tx, Buffer.from(answer.credential, 'base64url'));
  if (key?.mailbox_id !== mailboxId) return false;
  const verifier = await loadVerifier();
  const right: VerifiedAnswer | null = await verifyAnswer(verifier, party, key, {
    answer,
    challenge,
    verified,
  });
  if (!right) return false;
  await recordPasskeyUse(tx, key, { ...right, last_used_at: now });
  return true;
}
