import type { User } from '@bocau/contract/account.ts';
import type { EventMethod, SignInProtocol } from '@bocau/contract/security.ts';
import { alertOfNewDevice, type NewDeviceDeps } from '../../identity/alerts/sign-in-alert.ts';
import { LONGEST_SESSION_SECONDS } from '../../identity/security/living-sessions.store.ts';
import { recordSignIn } from '../../identity/security/record-event.ts';
import { holdSignOuts } from '../../identity/security/sessions.store.ts';
import type { SignInMethod } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Db } from '../../tables.ts';
import { readUser } from '../account/read-user.ts';
import { insertSession } from './session.store.ts';
import { hashToken, newToken } from './tokens.ts';

/** The origin of a sign-in. */
export type Origin = {
  address: string;
  userAgent: string;
  /** The browser's device cookie; null for programs. */
  device: string | null;
  protocol: SignInProtocol;
};

export function signInExpired(): Failure {
  return new Failure('challenge_expired', 'This sign-in took too long. Enter your password again.');
}

/** `signOuts`: the number of global sign-outs when the identity was proven. */
export type Whose = { mailbox: number; signOuts: number };
/** `by` is shown in the history. `isFresh`: sufficient for changing a factor. */
export type Proof = { method: SignInMethod; by: EventMethod; isFresh?: boolean };
export type OpenDeps = NewDeviceDeps & { db: Db; clock: Clock; sessionSeconds: number };
export type OpenedSession = { token: string; user: User };

/**
 * Opens a session after sufficient proof; refused when a global sign-out, as by a change of the password,
 * happened since the proof.
 */
export async function openSession(
  { db, clock, sessionSeconds, personNotices }: OpenDeps,
  { mailbox: mailboxId, signOuts }: Whose,
  { method, by, origin, isFresh = true }: Proof & { origin: Origin },
): Promise<OpenedSession> {
  const now = unixSeconds(clock);
  const token = newToken();
  const { address, userAgent, protocol } = origin;
  await inTransaction(db, async (tx) => {
    if ((await holdSignOuts(tx, mailboxId)) !== signOuts) throw signInExpired();
    await insertSession(tx, {
      token_hash: hashToken(token),
      mailbox_id: mailboxId,
      created_at: now,
      proven_at: isFresh ? now : 0,
      expires_at: now + sessionSeconds,
      address,
      user_agent: userAgent,
      method,
      last_used_at: now,
      ends_at: now + Math.max(sessionSeconds, LONGEST_SESSION_SECONDS),
      protocol,
    });
    const where = { mailboxId, protocol, address, userAgent, at: now };
    await recordSignIn(tx, { ...where, method: by, outcome: 'ok' });
    const device = origin.device === null ? null : hashToken(origin.device);
    await alertOfNewDevice({ personNotices }, tx, { ...where, device });
  });
  return { token, user: await readUser(db, mailboxId) };
}
