import type { DataOf } from '@bocau/contract/endpoint.ts';
import { passwordFaults } from '@bocau/contract/password-rules.ts';
import type { readResetLink } from '@bocau/contract/recovery.ts';
import { endSessions } from '../../../identity/security/end-sessions.ts';
import { readSignOuts } from '../../../identity/security/sessions.store.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Db } from '../../../tables.ts';
import { readAppPasswords } from '../app-passwords/app-passwords.store.ts';
import { hashPassword, passwordIsRight } from '../passwords.ts';
import { announceChange, type From } from '../protection/announce-change.ts';
import { passwordRefused, refuseGuessable } from '../protection/change-password.ts';
import { revokeAccess } from '../protection/revoke-access.ts';
import { lockSecondStep } from '../second-step/second-step.store.ts';
import { updatePasswordHash } from '../session.store.ts';
import { hashToken } from '../tokens.ts';
import { findResetLink, type LinkOwner, useResetLink } from './reset-links.store.ts';

export type LinkDeps = { db: Db; clock: Clock };

/** For the page to show, before a password is chosen. */
export async function showLink(deps: LinkDeps, token: string): Promise<DataOf<typeof readResetLink>> {
  const { mailbox_id, email, name, suspended } = await requireLink(deps, token);
  const apps = await readAppPasswords(deps.db, mailbox_id);
  return { email, fullname: name, app_passwords: apps.map((app) => app.name), suspended };
}

/** PW-1, PW-2: like a password change, but it opens no session, and the second step stays. */
export async function resetPassword(
  deps: LinkDeps,
  { token, next }: { token: string; next: string },
  from: From,
): Promise<{ mailbox: number }> {
  const { db, clock } = deps;
  const { mailbox_id: mailbox, password_hash } = await requireLink(deps, token);
  const faults = passwordFaults(next);
  if (faults.length > 0) throw passwordRefused(faults);
  if (password_hash !== null && (await passwordIsRight(next, password_hash))) throw passwordRefused(['same']);
  await refuseGuessable(db, mailbox, next);
  const passwordHash = await hashPassword(next);
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    // In the lock order of a password change.
    await lockSecondStep(tx, mailbox);
    if (!(await useResetLink(tx, mailbox, hashToken(token)))) throw linkExpired();
    await revokeAccess(tx, mailbox);
    await updatePasswordHash(tx, mailbox, { passwordHash, signOuts: await readSignOuts(tx, mailbox) });
    await endSessions(tx, mailbox, { now });
    await announceChange(tx, { mailboxId: mailbox, change: 'password_reset', about: '', at: now }, from);
  });
  return { mailbox };
}

async function requireLink({ db, clock }: LinkDeps, token: string): Promise<LinkOwner> {
  const found = await findResetLink(db, hashToken(token), unixSeconds(clock));
  if (!found) throw linkExpired();
  return found;
}

function linkExpired(): Failure {
  return new Failure('reset_link_expired', 'This link was used, or is no longer valid');
}
