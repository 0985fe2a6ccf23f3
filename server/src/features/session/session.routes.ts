import { getSession, login, logout, SESSION_COOKIE } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { readUser } from '../account/read-user.ts';
import { sessionCookie } from './cookies.ts';
import { deleteSession } from './session.store.ts';
import { SESSIONS_CHANGED, type SessionCheck } from './session-check.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

export function sessionRoutes(
  deps: SignInDeps & Pick<SessionCheck, 'check'> & { secureCookie: boolean },
): Route[] {
  return [
    route(login, async ({ body, request }) => {
      const { token, user } = await signIn(deps, {
        email: body.email,
        password: body.password,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      });
      return { data: { token, user }, headers: { 'set-cookie': sessionCookie(token, deps) } };
    }),

    // No other site can read the answer, and none of its frames or forms can make use of it.
    route(getSession, async ({ request }) => {
      const token = request.cookies[SESSION_COOKIE];
      const caller = token === undefined ? null : await deps.check(token);
      if (token === undefined || caller === null) return { data: null };
      return { data: { token, user: await readUser(deps.db, caller.mailboxId) } };
    }),

    route(logout, async ({ caller }) => {
      await deleteSession(deps.db, caller.tokenHash);
      await sql`select pg_notify(${SESSIONS_CHANGED}, ${String(caller.mailboxId)})`.execute(deps.db);
      return { data: OK, headers: { 'set-cookie': sessionCookie('', { ...deps, sessionSeconds: 0 }) } };
    }),
  ];
}
