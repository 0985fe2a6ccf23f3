import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { TRUST_DAYS } from '@bocau/contract/second-step.ts';
import type { login } from '@bocau/contract/session.ts';
import { recordSignIn } from '../../identity/security/record-event.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { checkPassword, type PasswordDeps, passwordExposed } from './check-password.ts';
import { logFailedSignIn } from './log-failed-sign-in.ts';
import {
  type OpenDeps,
  type OpenedSession,
  type Origin,
  openSession,
  type Proof,
  type Whose,
} from './open-session.ts';
import { proveByPasskey } from './passkeys/prove-by-passkey.ts';
import { enqueueNotice } from './protection/announce-change.ts';
import { noticeRecovery } from './protection/prove-identity.ts';
import { type ChallengeDeps, meetChallenge, requireCode, WRONG_CODES } from './second-step/challenge.ts';
import { insertExpiring, isTrustedDevice } from './second-step/challenges.store.ts';
import { judgeCode, refusalOf, type Verdict } from './second-step/judge-code.ts';
import type { StepProof } from './second-step/judge-proof.ts';
import { hasSecondStep, readWrongCodes } from './second-step/second-step.store.ts';
import { isActiveMailbox } from './session.store.ts';
import { hashToken, newToken } from './tokens.ts';

export type SignInDeps = PasswordDeps & ChallengeDeps & OpenDeps;
/** `trusted`: the trust cookie of this browser for a mailbox, if any. */
export type SignInOrigin = Origin & { trusted(mailboxId: number): string | null };
export type SignedIn = OpenedSession & {
  /** The trust cookie to set, when the browser is trusted from now on. */
  trust: { mailboxId: number; token: string } | null;
};

const USER_AGENT_KEPT = 300;
/** Failures after a correct password, or without one. */
const SECOND_STEPS = new Set<string>(['code_incorrect', 'passkey_refused', 'password_exposed']);
const DAY_SECONDS = 24 * 3600;

/**
 * A password alone, a password and a code, the second step of a sign-in after a correct password, or a
 * passkey alone.
 */
export async function signIn(
  deps: SignInDeps,
  input: BodyOf<typeof login>,
  from: SignInOrigin,
): Promise<SignedIn> {
  const origin = { ...from, userAgent: from.userAgent.slice(0, USER_AGENT_KEPT) };
  const { whose, proof, trust } = await identify(deps, input, origin).catch((error: unknown) => {
    if (error instanceof Failure && SECOND_STEPS.has(error.code)) {
      logFailedSignIn(deps.log, { ...origin, mailbox: null, reason: error.code });
    }
    throw error;
  });
  return { ...(await openSession(deps, whose, { ...proof, origin })), trust };
}

/** The identified mailbox, and its proof. */
type Identified = { whose: Whose; proof: Proof; trust: SignedIn['trust'] };

async function identify(
  deps: SignInDeps,
  input: BodyOf<typeof login>,
  origin: SignInOrigin,
): Promise<Identified> {
  if ('challenge' in input) return proveByChallenge(deps, input, origin);
  if ('password' in input) return proveByPassword(deps, input, origin);
  const whose = await proveByPasskey(deps, input, origin);
  return { whose, proof: { method: 'passkey', by: 'passkey' }, trust: null };
}

async function proveByPassword(
  deps: SignInDeps,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  origin: SignInOrigin,
): Promise<Identified> {
  const whose = await checkPassword(deps, { email, password, ...origin });
  const { mailbox } = whose;
  if (!(await hasSecondStep(deps.db, mailbox))) {
    if (whose.isExposed) throw await refuseExposed(deps, mailbox, origin);
    return { whose, proof: { method: 'password', by: 'password' }, trust: null };
  }
  if (await isTrusted(deps, mailbox, origin.trusted(mailbox))) {
    // The code was entered on another day.
    const proof = { method: 'password_and_code', by: 'password', isFresh: false } as const;
    return { whose, proof, trust: null };
  }
  if (code === undefined || code === '') throw await requireCode(deps, mailbox);
  const verdict = await inTransaction(deps.db, async (tx) => {
    const reached = await judgeCode(deps, tx, mailbox, code);
    await noticeVerdict(deps, origin, tx, mailbox, reached);
    return reached;
  });
  if (verdict.outcome !== 'right') throw refusalOf(verdict, 'code_incorrect');
  return { whose, proof: { method: 'password_and_code', by: verdict.method }, trust: null };
}

async function proveByChallenge(
  deps: SignInDeps,
  input: { challenge: string; trust_device?: boolean | undefined } & StepProof,
  origin: SignInOrigin,
): Promise<Identified> {
  const { mailboxId, method, signOuts } = await meetChallenge(deps, input, (tx, mailbox, verdict) =>
    noticeVerdict(deps, origin, tx, mailbox, verdict, 'passkey' in input ? 'passkey' : 'totp'),
  );
  // It may have been suspended since the password was verified.
  if (!(await isActiveMailbox(deps.db, mailboxId))) {
    throw new Failure('invalid_credentials', 'Wrong address or password');
  }
  const trusts = input.trust_device === true && origin.device !== null;
  const trust = trusts ? { mailboxId, token: await trustDevice(deps, mailboxId) } : null;
  const whose = { mailbox: mailboxId, signOuts };
  // A phone number can be taken over: it suffices to sign in, but not to change a factor.
  const isFresh = method !== 'sms' && method !== 'call';
  return { whose, proof: { method: 'password_and_code', by: method, isFresh }, trust };
}

/** The user has reported a sign-in as not theirs: whoever knows the password may be that intruder. */
async function refuseExposed(
  { db, clock }: SignInDeps,
  mailboxId: number,
  { address, userAgent, protocol }: Origin,
): Promise<Failure> {
  const event = { method: 'password', outcome: 'refused', protocol, address, userAgent } as const;
  await inTransaction(db, (tx) => recordSignIn(tx, { mailboxId, ...event, at: unixSeconds(clock) }));
  return passwordExposed();
}

export async function isTrusted(deps: SignInDeps, mailboxId: number, token: string | null): Promise<boolean> {
  if (token === null) return false;
  const device = { tokenHash: hashToken(token), now: unixSeconds(deps.clock) };
  return isTrustedDevice(deps.db, mailboxId, device);
}

async function trustDevice({ db, clock }: SignInDeps, mailboxId: number): Promise<string> {
  const token = newToken();
  const now = unixSeconds(clock);
  await inTransaction(db, (tx) =>
    insertExpiring(tx, 'trusted_devices', {
      mailbox_id: mailboxId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: now + TRUST_DAYS * DAY_SECONDS,
    }),
  );
  return token;
}

/**
 * A wrong code is recorded in the history. A used recovery code also causes a message, and so does guessing.
 */
async function noticeVerdict(
  { clock }: SignInDeps,
  { address, userAgent, protocol }: Origin,
  tx: Tx,
  mailboxId: number,
  verdict: Verdict,
  tried: 'totp' | 'passkey' = 'totp',
): Promise<void> {
  const at = unixSeconds(clock);
  if (verdict.outcome === 'right') {
    if (verdict.method === 'recovery_code') await noticeRecovery(tx, mailboxId, at);
    return;
  }
  const event = { method: tried, outcome: 'wrong_code', protocol, address, userAgent } as const;
  await recordSignIn(tx, { mailboxId, ...event, at });
  if (verdict.outcome === 'wrong') await noticeGuessing(tx, mailboxId, at);
}

/** Whoever enters codes knew the password: the user is notified, once a day. */
async function noticeGuessing(tx: Tx, mailboxId: number, at: number): Promise<void> {
  const wrong = await readWrongCodes(tx, mailboxId, at - DAY_SECONDS);
  if (wrong.length < WRONG_CODES) return;
  const onceFor = `day ${Math.floor(at / DAY_SECONDS)}`;
  await enqueueNotice(tx, { mailboxId, change: 'codes_guessed', about: '', at, onceFor });
}
