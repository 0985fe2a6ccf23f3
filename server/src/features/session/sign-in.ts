import type { User } from '@bocau/contract/account.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Db } from '../../tables.ts';
import { readUser } from '../account/read-user.ts';
import { passwordIsRight } from './passwords.ts';
import { countFailures, findMailboxToSignIn, insertSession, insertSignIn } from './session.store.ts';
import { FAILURE_WINDOW_SECONDS, FAMILIAR_SECONDS, secondsToWait } from './sign-in-limits.ts';
import { hashToken, newToken } from './tokens.ts';

export type SignInDeps = { db: Db; clock: Clock; sessionSeconds: number };
export type SignInTry = { email: string; password: string; address: string; userAgent: string };

const USER_AGENT_KEPT = 300;

export async function signIn(deps: SignInDeps, input: SignInTry): Promise<{ token: string; user: User }> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  const email = input.email.trim().toLowerCase();
  const { address } = input;
  const userAgent = input.userAgent.slice(0, USER_AGENT_KEPT);

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
  const entry = { at: now, email, address, user_agent: userAgent, mailbox_id: mailbox?.id ?? null };
  const right = await passwordIsRight(input.password, mailbox?.active ? mailbox.password_hash : null);
  await insertSignIn(db, { ...entry, succeeded: right });
  if (!right || !mailbox) throw new Failure('invalid_credentials', 'The address or the password is wrong');

  const token = newToken();
  await insertSession(db, {
    token_hash: hashToken(token),
    mailbox_id: mailbox.id,
    created_at: now,
    expires_at: now + deps.sessionSeconds,
    address,
    user_agent: userAgent,
  });
  return { token, user: await readUser(db, mailbox.id) };
}
