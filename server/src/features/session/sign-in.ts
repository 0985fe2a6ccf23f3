import type { User } from '@bocau/contract/account.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Db } from '../../tables.ts';
import { readUser } from '../account/read-user.ts';
import { checkPassword, type PasswordTry } from './check-password.ts';
import { insertSession } from './session.store.ts';
import { hashToken, newToken } from './tokens.ts';

export type SignInDeps = { db: Db; clock: Clock; sessionSeconds: number };

const USER_AGENT_KEPT = 300;

export async function signIn(deps: SignInDeps, input: PasswordTry): Promise<{ token: string; user: User }> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  const { address } = input;
  const userAgent = input.userAgent.slice(0, USER_AGENT_KEPT);
  const mailboxId = await checkPassword(deps, { ...input, userAgent });
  const token = newToken();
  await insertSession(db, {
    token_hash: hashToken(token),
    mailbox_id: mailboxId,
    created_at: now,
    expires_at: now + deps.sessionSeconds,
    address,
    user_agent: userAgent,
  });
  return { token, user: await readUser(db, mailboxId) };
}
