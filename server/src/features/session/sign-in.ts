import type { User } from '@bocau/contract/account.ts';
import { alertOfNewDevice } from '../../mail/alerts/sign-in-alert.ts';
import { recordSignIn } from '../../mail/security/record-event.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { readUser } from '../account/read-user.ts';
import { checkPassword, type PasswordDeps, type PasswordTry } from './check-password.ts';
import { insertSession, LONGEST_SESSION_SECONDS } from './session.store.ts';
import { hashToken, newToken } from './tokens.ts';

export type SignInDeps = PasswordDeps & { sessionSeconds: number };

const USER_AGENT_KEPT = 300;

export async function signIn(deps: SignInDeps, input: PasswordTry): Promise<{ token: string; user: User }> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  const { address } = input;
  const userAgent = input.userAgent.slice(0, USER_AGENT_KEPT);
  const { mailbox, assurance } = await checkPassword(deps, { ...input, userAgent });
  const token = newToken();
  await inTransaction(db, async (tx) => {
    await insertSession(tx, {
      token_hash: hashToken(token),
      mailbox_id: mailbox,
      created_at: now,
      expires_at: now + deps.sessionSeconds,
      address,
      user_agent: userAgent,
      method: assurance.method,
      last_used_at: now,
      ends_at: now + Math.max(deps.sessionSeconds, LONGEST_SESSION_SECONDS),
      protocol: input.protocol,
    });
    const { protocol } = input;
    const event = { method: 'password', outcome: 'ok', protocol, address, userAgent } as const;
    await recordSignIn(tx, { mailboxId: mailbox, ...event, at: now });
    const device = input.device === null ? null : hashToken(input.device);
    await alertOfNewDevice(tx, { mailboxId: mailbox, protocol, address, userAgent, at: now, device });
  });
  return { token, user: await readUser(db, mailbox) };
}
