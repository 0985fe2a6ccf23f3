import type { StepMethod } from '@bocau/contract/second-step.ts';
import { judgePhoneCode } from '../../../identity/phone/send-phone-code.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Tx } from '../../../tables.ts';
import { hashRandomCode, readRandomCode } from './random-codes.ts';
import { openTotpSecret } from './seal-secret.ts';
import * as store from './second-step.store.ts';
import { findTimeStep, isTotpCode } from './totp.ts';

export type CodeDeps = { clock: Clock; secrets: SecretBox | null };

/** The verdict on a code. A wrong one is recorded: the transaction must be committed in any case. */
export type Verdict = { outcome: 'right'; method: StepMethod } | { outcome: 'off' } | RefusedCode;
type RefusedCode = { outcome: 'wrong' } | { outcome: 'too_many'; wait: number };

/** The second limit stops someone who knows the password from guessing forever at the rate of the first. */
const LIMITS = [
  { count: 10, seconds: 600 },
  { count: 30, seconds: store.WRONG_CODES_KEPT_SECONDS },
];

/**
 * Verifies a code of an app, or a recovery code. The lock of the mailbox's second step serializes concurrent
 * codes across processes: each works once, and no more wrong ones are checked than the limit allows.
 * `challenge`: the hash of a pending one; a code sent to the phone is valid only for it.
 */
export async function judgeCode(
  deps: CodeDeps,
  tx: Tx,
  mailboxId: number,
  given: string,
  challenge: Buffer | null = null,
): Promise<Verdict> {
  const now = unixSeconds(deps.clock);
  const step = await store.lockSecondStep(tx, mailboxId);
  if (!step || !store.isOn(step)) return { outcome: 'off' };
  // 120 bits cannot be guessed: a user locked out by another's guesses can still use a recovery code.
  const recovery = readRandomCode(given);
  if (recovery !== null) {
    const codeHash = hashRandomCode(recovery);
    const right = await store.useRecoveryCode(tx, mailboxId, { codeHash, now });
    if (right) return { outcome: 'right', method: 'recovery_code' };
  }
  const tooMany = await refuseGuesses(tx, mailboxId, now);
  if (tooMany) return tooMany;
  const timeStep = findStep(deps, mailboxId, given, step.totp_secret, step.last_step);
  if (timeStep !== null) {
    await store.useTimeStep(tx, mailboxId, timeStep);
    return { outcome: 'right', method: 'totp' };
  }
  if (challenge !== null && isTotpCode(withoutSpaces(given))) {
    const asked = { mailboxId, purpose: 'sign_in', bound: challenge } as const;
    const sent = await judgePhoneCode(deps, tx, asked, withoutSpaces(given));
    if (sent.outcome === 'right') return { outcome: 'right', method: sent.method };
  }
  return countWrong(deps, tx, mailboxId);
}

/** Verifies a code of the app being set up, within the same limits; under the lock of the second step. */
export async function judgeTimeCode(
  deps: CodeDeps,
  tx: Tx,
  mailboxId: number,
  given: string,
  { secret, lastStep }: { secret: Buffer | null; lastStep: number },
): Promise<{ outcome: 'right'; step: number } | RefusedCode> {
  const tooMany = await refuseGuesses(tx, mailboxId, unixSeconds(deps.clock));
  if (tooMany) return tooMany;
  const step = findStep(deps, mailboxId, given, secret, lastStep);
  return step === null ? countWrong(deps, tx, mailboxId) : { outcome: 'right', step };
}

function withoutSpaces(code: string): string {
  return code.replace(/\s/g, '');
}

/** The time step of a code for a sealed secret, null when it matches none. */
function findStep(
  deps: CodeDeps,
  mailboxId: number,
  given: string,
  secret: Buffer | null,
  lastStep: number,
): number | null {
  const code = withoutSpaces(given);
  if (secret === null || !isTotpCode(code)) return null;
  const now = unixSeconds(deps.clock);
  return findTimeStep(openTotpSecret(deps.secrets, mailboxId, secret), code, { now, lastStep });
}

async function countWrong(deps: CodeDeps, tx: Tx, mailboxId: number): Promise<RefusedCode> {
  await store.insertWrongCode(tx, mailboxId, { id: newId(deps.clock), at: unixSeconds(deps.clock) });
  return { outcome: 'wrong' };
}

/** Null while another attempt is allowed. */
export async function refuseGuesses(tx: Tx, mailboxId: number, now: number): Promise<RefusedCode | null> {
  const wrong = await store.readWrongCodes(tx, mailboxId, now - store.WRONG_CODES_KEPT_SECONDS);
  const wait = secondsToWait(wrong, now);
  return wait > 0 ? { outcome: 'too_many', wait } : null;
}

/** `wrong`: the times of wrong codes, oldest first. */
function secondsToWait(wrong: number[], now: number): number {
  const waits = LIMITS.map(({ count, seconds }) => (wrong.at(-count) ?? 0) + seconds - now);
  return Math.max(0, ...waits);
}

type RefusalCode = 'code_incorrect' | 'verification_code_wrong' | 'passkey_refused';

/** The error to throw once the verdict is committed; `wrong` is the code of the refusal. */
export function refusalOf(verdict: Exclude<Verdict, { outcome: 'right' }>, wrong: RefusalCode): Failure;
export function refusalOf(verdict: Verdict, wrong: RefusalCode): Failure | null;
export function refusalOf(verdict: Verdict, wrong: RefusalCode): Failure | null {
  if (verdict.outcome === 'right') return null;
  if (verdict.outcome !== 'too_many') {
    return new Failure(
      wrong,
      `The ${wrong === 'passkey_refused' ? 'passkey was refused' : 'code is incorrect'}`,
    );
  }
  return new Failure('too_many_requests', 'Too many wrong codes. Try again later.', {
    retryAfterSeconds: verdict.wait,
  });
}
