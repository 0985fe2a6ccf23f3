import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES, type TwoStepSetup, type TwoStepState } from '@bocau/contract/second-step.ts';
import { hasFreshProof, requireFreshProof } from '../../../access/fresh-proof.ts';
import { endSessions } from '../../../identity/security/end-sessions.ts';
import { deleteChallengesOf, deleteTrustedDevices } from '../../../identity/security/trust.store.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Db, ReadDb, Tx } from '../../../tables.ts';
import { grouped, toBase32 } from '../second-step/base32.ts';
import { isPending } from '../second-step/is-pending.ts';
import { type CodeDeps, judgeCode, judgeTimeCode, refusalOf } from '../second-step/judge-code.ts';
import { hashRandomCode, newRandomCode } from '../second-step/random-codes.ts';
import { openTotpSecret, sealTotpSecret } from '../second-step/seal-secret.ts';
import * as store from '../second-step/second-step.store.ts';
import { readStepMethods } from '../second-step/step-methods.ts';
import { TOTP_SECRET_BYTES, totpUri } from '../second-step/totp.ts';
import { markProven } from '../session.store.ts';
import { announceChange, type From } from './announce-change.ts';

export type SecondStepDeps = CodeDeps & { db: Db };

const ISSUER = 'Bồ Câu';

export async function readState(deps: SecondStepDeps, caller: SessionCaller): Promise<TwoStepState> {
  const { db, clock, secrets } = deps;
  const now = unixSeconds(clock);
  const step = await store.readSecondStep(db, caller.person);
  const enabled = store.isOn(step);
  const { codes, devices } = await store.countFactors(db, caller.person, now);
  const pending = step && isPending(step, now) ? step.pending_secret : null;
  const shown = pending !== null && secrets !== null && hasFreshProof(caller, clock);
  return {
    enabled,
    since: step?.since ?? null,
    available: secrets !== null,
    recovery_codes_left: codes,
    trusted_devices: devices,
    proof: enabled ? 'code' : 'password',
    methods: await readStepMethods(db, caller.person),
    required: await store.requiresTwoStep(db, caller.person),
    setup: shown ? setupOf(openTotpSecret(secrets, caller.person, pending), caller.email) : null,
  };
}

/**
 * TF-1: a secret for an app. If two-step sign-in is on, it is for a new app, and the current one stays valid
 * until then.
 */
export async function setUp(deps: SecondStepDeps, caller: SessionCaller): Promise<TwoStepSetup> {
  const { db, clock, secrets } = deps;
  requireFreshProof(caller, clock);
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const pending_secret = sealTotpSecret(secrets, caller.person, secret);
  const pending = { pending_secret, pending_at: unixSeconds(clock) };
  await inTransaction(db, (tx) => store.writePendingSecret(tx, caller.person, pending));
  return setupOf(secret, caller.email);
}

/**
 * TF-1: confirmed by a code of the app. Ends sessions opened with only the password. Returns the recovery
 * codes, once.
 */
export async function turnOn(
  deps: SecondStepDeps,
  caller: SessionCaller,
  given: string,
  from: From,
): Promise<string[]> {
  const { db, clock } = deps;
  const { person, session } = caller;
  requireFreshProof(caller, clock);
  const now = unixSeconds(clock);
  const outcome = await inTransaction(db, async (tx): Promise<string[] | Failure> => {
    const step = await store.lockSecondStep(tx, person);
    if (!step?.pending_secret || !isPending(step, now)) {
      return new Failure('verification_code_expired', 'Start again: the QR code is no longer valid');
    }
    const verdict = await judgeTimeCode(deps, tx, person, given, {
      secret: step.pending_secret,
      lastStep: 0,
    });
    if (verdict.outcome !== 'right') return refusalOf(verdict, 'verification_code_wrong');
    await store.activatePending(tx, person, { since: now, step: verdict.step });
    await markProven(tx, session.id, { proven_at: now, method: 'password_and_code' });
    const codes = await replaceCodes(tx, person, now);
    await leaveOnly(tx, caller, now);
    await announceChange(tx, { mailboxId: person, change: 'two_step_on', about: '', at: now }, from);
    return codes;
  });
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

/** TF-1: requires a code too, which is itself the fresh proof. */
export async function turnOff(
  deps: SecondStepDeps,
  caller: SessionCaller,
  code: string,
  from: From,
): Promise<void> {
  const { db, clock } = deps;
  const { person, session } = caller;
  const now = unixSeconds(clock);
  await refuseWhereRequired(db, person);
  const refusal = await inTransaction(db, async (tx) => {
    const verdict = await judgeCode(deps, tx, person, code);
    if (verdict.outcome === 'right') {
      await store.deleteSecondStep(tx, person);
      await markProven(tx, session.id, { proven_at: now, method: 'password' });
      await leaveOnly(tx, caller, now);
      await announceChange(tx, { mailboxId: person, change: 'two_step_off', about: '', at: now }, from);
    }
    // Already off: the desired state.
    return verdict.outcome === 'off' ? null : refusalOf(verdict, 'verification_code_wrong');
  });
  if (refusal) throw refusal;
}

export async function refuseWhereRequired(db: ReadDb, mailboxId: number): Promise<void> {
  if (!(await store.requiresTwoStep(db, mailboxId))) return;
  throw new Failure('two_step_not_optional', 'The domain requires two-step sign-in');
}

/** New recovery codes replace all earlier ones; sessions opened with those end. */
export async function makeRecoveryCodes(
  { db, clock }: SecondStepDeps,
  caller: SessionCaller,
  from: From,
): Promise<string[]> {
  requireFreshProof(caller, clock);
  const now = unixSeconds(clock);
  const { person } = caller;
  return inTransaction(db, async (tx) => {
    const step = await store.lockSecondStep(tx, person);
    if (!store.isOn(step)) throw new Failure('two_step_off', 'Two-step sign-in is off');
    const codes = await replaceCodes(tx, person, now);
    await leaveOnly(tx, caller, now);
    await announceChange(tx, { mailboxId: person, change: 'recovery_codes_made', about: '', at: now }, from);
    return codes;
  });
}

/** Nothing that the factors before let in goes on but this session. */
export async function leaveOnly(tx: Tx, { person, session }: SessionCaller, now: number): Promise<void> {
  await deleteChallengesOf(tx, person);
  await deleteTrustedDevices(tx, person);
  await endSessions(tx, person, { now, except: session.id });
}

export async function replaceCodes(tx: Tx, mailboxId: number, now: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRandomCode);
  await store.replaceRecoveryCodes(tx, mailboxId, { hashes: codes.map(hashRandomCode), now });
  return codes;
}

function setupOf(secret: Buffer, email: string): TwoStepSetup {
  return { secret: grouped(toBase32(secret)).toUpperCase(), uri: totpUri(secret, email, ISSUER) };
}
