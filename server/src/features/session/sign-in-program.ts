import type { AppScope } from '@bocau/contract/app-passwords.ts';
import type { SignInProtocol } from '@bocau/contract/security.ts';
import { alertOfNewDevice, type NewDeviceDeps } from '../../identity/alerts/sign-in-alert.ts';
import { recordSignIn } from '../../identity/security/record-event.ts';
import { commitWithoutWaiting } from '../../identity/security/security-events.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Caller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { findAppPassword, recordAppPasswordUse } from './app-passwords/app-passwords.store.ts';
import { checkPassword, type PasswordDeps, passwordExposed } from './check-password.ts';
import { hashRandomCode, readRandomCode } from './second-step/random-codes.ts';
import { hasSecondStep, requiresTwoStep } from './second-step/second-step.store.ts';

export type ProgramSignInDeps = PasswordDeps & NewDeviceDeps;

export type ProgramSignIn = {
  name: string;
  password: string;
  address: string;
  userAgent: string;
  scope: AppScope;
  protocol: SignInProtocol;
};

/** The last use is recorded at most this often. */
const USE_NOTED_AFTER_SECONDS = 60;

/**
 * Authenticates a mail program for a mailbox: by an app password, or by the account's password where that
 * alone would also open the web client. Programs cannot do a second step, so with one enabled, or required by
 * the domain, the account's password is refused here even if correct.
 */
export async function signInProgram(deps: ProgramSignInDeps, given: ProgramSignIn): Promise<Caller> {
  const { db, clock } = deps;
  const { address, userAgent, protocol } = given;
  // It stands in no address, and no database takes it.
  if (given.name.includes('\0')) throw new Failure('invalid_credentials', 'Wrong address or password');
  const byApp = await signInByAppPassword(deps, given);
  if (byApp) return byApp;
  const caller = await checkPassword(deps, {
    email: given.name,
    password: given.password,
    address,
    userAgent,
    device: null,
    protocol,
  });
  const { mailbox, isExposed } = caller;
  const allowed = !isExposed && !(await hasSecondStep(db, mailbox)) && !(await requiresTwoStep(db, mailbox));
  await inTransaction(db, async (tx) => {
    await commitWithoutWaiting(tx);
    const where = { mailboxId: caller.mailbox, protocol, address, userAgent, at: unixSeconds(clock) };
    await recordSignIn(tx, { ...where, method: 'password', outcome: allowed ? 'ok' : 'refused' });
    if (allowed) await alertOfNewDevice(deps, tx, { ...where, device: null });
  });
  if (allowed) return caller;
  if (caller.isExposed) throw passwordExposed();
  throw new Failure(
    'app_password_required',
    'Two-step sign-in is on: create an app password under Account > Two-step sign-in, and use it here',
  );
}

/**
 * Null when it is not an app password of this mailbox. They cannot be guessed, so no limit and no slow hash
 * is needed.
 */
async function signInByAppPassword(deps: ProgramSignInDeps, given: ProgramSignIn): Promise<Caller | null> {
  const { db, clock } = deps;
  const { address, userAgent, protocol, scope } = given;
  const code = readRandomCode(given.password);
  if (code === null) return null;
  const found = await findAppPassword(db, foldAddress(given.name), hashRandomCode(code));
  if (!found?.scopes.includes(scope)) return null;
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    await commitWithoutWaiting(tx);
    if (now - (found.last_used_at ?? 0) >= USE_NOTED_AFTER_SECONDS) {
      await recordAppPasswordUse(tx, found, { last_used_at: now, last_used_from: address });
    }
    const where = { mailboxId: found.mailbox_id, protocol, address, userAgent, at: now };
    await recordSignIn(tx, { ...where, method: 'app_password', outcome: 'ok', about: found.name });
    await alertOfNewDevice(deps, tx, { ...where, device: null });
  });
  return {
    person: found.mailbox_id,
    mailbox: found.mailbox_id,
    role: found.kind,
    assurance: { method: 'app_password', provenAt: now, appPasswordId: found.id },
  };
}
