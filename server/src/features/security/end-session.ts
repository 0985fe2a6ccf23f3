import { endSessions, SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import { forgetTrust } from '../../identity/security/forget-trust.ts';
import { forgetDevices } from '../../identity/security/known-devices.store.ts';
import { recordSecurityChange } from '../../identity/security/record-event.ts';
import { deleteSession, markPasswordExposed } from '../../identity/security/sessions.store.ts';
import { deleteAppPasswords } from '../../identity/security/trust.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { notify } from '../../platform/db/notify.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';

export type EndDeps = { db: Db; clock: Clock };
/** Who ended it, and from where. */
export type Ender = { mailboxId: number; sessionId: string; address: string; userAgent: string };

/** Ends one session. */
export async function endOneSession({ db, clock }: EndDeps, ender: Ender, id: string): Promise<void> {
  const { mailboxId, address, userAgent } = ender;
  await inTransaction(db, async (tx) => {
    const ended = isId(id) && (await deleteSession(tx, mailboxId, id));
    if (!ended) throw new Failure('not_found', 'There is no such session');
    const at = unixSeconds(clock);
    await recordSecurityChange(tx, { mailboxId, change: 'session_ended', address, userAgent, at });
    await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  });
}

/**
 * Ends all other sessions; returns how many. `wasStranger`: the password may be known to someone else, so
 * that it alone gives no access until it is changed; app passwords and trusted devices are revoked too.
 */
export async function endOtherSessions(
  { db, clock }: EndDeps,
  ender: Ender,
  { wasStranger = false } = {},
): Promise<number> {
  const { mailboxId, sessionId, address, userAgent } = ender;
  const now = unixSeconds(clock);
  return inTransaction(db, async (tx) => {
    if (wasStranger) {
      await forgetTrust(tx, mailboxId);
      await deleteAppPasswords(tx, mailboxId);
      await markPasswordExposed(tx, mailboxId, now);
    }
    const ended = await endSessions(tx, mailboxId, { now, except: sessionId });
    const change = wasStranger ? 'password_exposed' : 'sessions_ended';
    if (wasStranger || ended > 0) {
      await recordSecurityChange(tx, { mailboxId, change, address, userAgent, at: now });
    }
    // If that intruder signs in again, the user is alerted again.
    if (wasStranger) await forgetDevices(tx, mailboxId, { instead: Buffer.alloc(32), at: now });
    return ended;
  });
}
