import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Db } from '../../tables.ts';
import { passwordIsRight } from './passwords.ts';
import { countFailures, findMailboxToSignIn, insertSignIn } from './session.store.ts';
import { FAILURE_WINDOW_SECONDS, FAMILIAR_SECONDS, secondsToWait } from './sign-in-limits.ts';

export type PasswordTry = { email: string; password: string; address: string; userAgent: string };

/** Whose password it is. Every try counts against the limits, by whatever door it comes. */
export async function checkPassword(
  { db, clock }: { db: Db; clock: Clock },
  { email: typed, password, address, userAgent }: PasswordTry,
): Promise<number> {
  const now = unixSeconds(clock);
  const email = typed.trim().toLowerCase();
  const failures = await countFailures(
    db,
    email,
    address,
    now - FAILURE_WINDOW_SECONDS,
    now - FAMILIAR_SECONDS,
  );
  const wait = secondsToWait(failures, now);
  if (wait > 0) {
    throw new Failure('too_many_requests', 'Too many wrong passwords; wait before the next try', {
      retryAfterSeconds: wait,
    });
  }
  const mailbox = await findMailboxToSignIn(db, email);
  const right = await passwordIsRight(password, mailbox?.active ? mailbox.password_hash : null);
  await insertSignIn(db, {
    at: now,
    email,
    address,
    user_agent: userAgent,
    mailbox_id: mailbox?.id ?? null,
    succeeded: right,
  });
  if (!right || !mailbox) throw new Failure('invalid_credentials', 'The address or the password is wrong');
  return mailbox.id;
}
