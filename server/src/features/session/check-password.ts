import type { SignInProtocol } from '@bocau/contract/security.ts';
import { recordSignIn } from '../../identity/security/record-event.ts';
import { commitWithoutWaiting } from '../../identity/security/security-events.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import { laneOf, networkOf, siteOf } from '../../platform/network-of.ts';
import type { Db } from '../../tables.ts';
import { logFailedSignIn } from './log-failed-sign-in.ts';
import type { Lane, PasswordGate } from './password-gate.ts';
import { hashPassword, isOutdated, passwordIsRight } from './passwords.ts';
import { findMailboxToSignIn, replaceHash, type SignInMailbox } from './session.store.ts';
import { FAILURE_WINDOW_SECONDS, FAMILIAR_SECONDS, secondsToWait } from './sign-in-limits.ts';
import {
  countFailures,
  insertTry,
  isKnownDevice,
  lockTries,
  markSucceeded,
  type Place,
} from './sign-in-tries.store.ts';
import { hashToken } from './tokens.ts';

export type PasswordTry = {
  email: string;
  password: string;
  address: string;
  userAgent: string;
  /** The browser's device cookie; null for mail programs. */
  device: string | null;
  protocol: SignInProtocol;
};

/**
 * `signOuts`: the number of global sign-outs at that time, for the session to be opened. `isExposed`: the
 * password may be known to someone else, so that it alone gives no access.
 */
export type Proven = Caller & { signOuts: number; isExposed: boolean };

export type PasswordDeps = { db: Db; clock: Clock; log: Logger; passwordGate: PasswordGate };

/**
 * Authenticates by password. Every attempt counts against the rate limits, over any protocol: it is recorded
 * as a failure before it is checked, so that concurrent attempts cannot all pass as the first.
 */
export async function checkPassword(deps: PasswordDeps, given: PasswordTry): Promise<Proven> {
  const { db, clock, log } = deps;
  const email = foldAddress(given.email);
  const network = networkOf(given.address);
  const site = siteOf(given.address);
  const device = given.device === null ? null : hashToken(given.device);
  const familiarSince = unixSeconds(clock) - FAMILIAR_SECONDS;
  const known = device !== null && (await isKnownDevice(db, { email, device, since: familiarSince }));
  const place: Place = { network, site, device: known ? device : null };

  let meant: number | null = null;

  async function judge(): Promise<Proven> {
    const now = unixSeconds(clock);
    const mailbox = await findMailboxToSignIn(db, email);
    meant = mailbox?.id ?? null;
    const reserved = await inTransaction(db, async (tx) => {
      await lockTries(tx, [email, network, ...(site === null ? [] : [site])]);
      const failures = await countFailures(tx, email, place, now - FAILURE_WINDOW_SECONDS, familiarSince);
      const wait = secondsToWait(failures, now);
      if (wait > 0) return { wait };
      const { address, userAgent } = given;
      const entry = { at: now, email, address, network, site, device, user_agent: userAgent };
      return { id: await insertTry(tx, { ...entry, mailbox_id: mailbox?.id ?? null, succeeded: false }) };
    });
    if (reserved.id === undefined) {
      throw new Failure('too_many_requests', 'Too many failed attempts. Try again later.', {
        retryAfterSeconds: reserved.wait,
      });
    }
    const right = await passwordIsRight(given.password, mailbox?.password_hash ?? null);
    if (!right || !mailbox) {
      await recordFailure(mailbox?.id, now);
      throw new Failure('invalid_credentials', 'Wrong address or password');
    }
    // Only revealed to a caller who knows the password.
    if (!mailbox.active) throw suspended(mailbox);
    const { password_hash: stored } = mailbox;
    const fresh = stored !== null && isOutdated(stored) ? await hashPassword(given.password) : null;
    await inTransaction(db, async (tx) => {
      if (stored !== null && fresh !== null) await replaceHash(tx, mailbox.id, stored, fresh);
      await markSucceeded(tx, reserved.id);
    });
    return {
      person: mailbox.id,
      mailbox: mailbox.id,
      role: mailbox.kind,
      assurance: { method: 'password', provenAt: now },
      signOuts: mailbox.sign_outs,
      isExposed: mailbox.password_exposed_at !== null,
    };
  }

  /**
   * Takes equally long for an unknown address (timing): the transaction runs anyway, without waiting for the
   * disk.
   */
  async function recordFailure(mailboxId: number | undefined, at: number): Promise<void> {
    const { address, userAgent, protocol } = given;
    await inTransaction(db, async (tx) => {
      await commitWithoutWaiting(tx);
      if (mailboxId === undefined) return;
      const failed = { method: 'password', outcome: 'wrong_password' } as const;
      await recordSignIn(tx, { mailboxId, ...failed, protocol, address, userAgent, at });
    });
  }

  const lane: Lane = known
    ? { kind: 'known', key: device.toString('hex') }
    : { kind: 'stranger', key: laneOf(given.address) };
  try {
    return await deps.passwordGate.pass(lane, judge);
  } catch (error) {
    if (error instanceof Failure) logFailedSignIn(log, { ...given, mailbox: meant, reason: error.code });
    throw error;
  }
}

export function passwordExposed(): Failure {
  return new Failure('password_exposed', 'This password may be known to others. Reset it by a link.');
}

/**
 * Everyone in a suspended domain is told that the domain is; the reason, which may be a debt, only its
 * owners.
 */
function suspended(mailbox: SignInMailbox): Failure {
  const { kind, person_active, domain_suspended_at, domain_suspended_reason: reason } = mailbox;
  const isOfDomain = person_active && domain_suspended_at !== null;
  const told = isOfDomain ? { of: 'domain', ...(kind === 'owner' && reason !== null && { reason }) } : {};
  return new Failure('account_suspended', 'This account is suspended', { details: told });
}
