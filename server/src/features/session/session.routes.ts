import { login, logout, SESSION_COOKIE } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { deleteSession } from './session.store.ts';
import { SESSIONS_CHANGED } from './session-check.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

export function sessionRoutes(deps: SignInDeps & { secureCookie: boolean }): Route[] {
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

    route(logout, async ({ caller }) => {
      await deleteSession(deps.db, caller.tokenHash);
      await sql`select pg_notify(${SESSIONS_CHANGED}, ${String(caller.mailboxId)})`.execute(deps.db);
      return { data: OK, headers: { 'set-cookie': sessionCookie('', { ...deps, sessionSeconds: 0 }) } };
    }),
  ];
}

/** HttpOnly, so that no script reads it; Lax, so that a link from a mail program opens signed in. */
export function sessionCookie(
  token: string,
  options: { secureCookie: boolean; sessionSeconds: number },
): string {
  const secure = options.secureCookie ? '; Secure' : '';
  return `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${options.sessionSeconds}${secure}`;
}
