import { COOKIE_HEADER, getSession, login, logout } from '@bocau/contract/session.ts';
import type { FastifyRequest } from 'fastify';
import { inTransaction } from '../../platform/db/database.ts';
import { countAddress, type RateLimits } from '../../platform/http/rate-limit.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { readUser } from '../account/read-user.ts';
import {
  type CookieRules,
  deviceCookie,
  deviceOf,
  endedCookies,
  personOf,
  sessionCookies,
  trustCookie,
  trustOf,
} from './cookies.ts';
import { endPrevious } from './end-previous.ts';
import { originOf } from './protection/origin-of.ts';
import { deleteSession, markUsedByPage } from './session.store.ts';
import type { SessionCheck } from './session-check.ts';
import { type SignInDeps, signIn } from './sign-in.ts';
import { CODE_LIMIT } from './sign-in-limits.ts';

type SessionRoutesDeps = SignInDeps & {
  sessions: SessionCheck;
  cookieRules: CookieRules;
  limits: RateLimits;
};

export function sessionRoutes({ sessions, cookieRules, limits, ...deps }: SessionRoutesDeps): Route[] {
  return [
    route(login, async ({ body, request }) => {
      // Before any query: an unknown challenge belongs to no account whose limits would count it.
      if ('challenge' in body || 'passkey' in body) countAddress(limits, CODE_LIMIT, request.ip);
      const isPage = isOfPage(request);
      const device = isPage ? deviceOf(request) : null;
      const { token, user, trust } = await signIn(deps, body, {
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        device,
        protocol: isPage ? 'web' : 'api',
        trusted: (mailboxId) => (isPage ? trustOf(request, mailboxId) : null),
      });
      if (device === null) return { data: { token, user } };
      await endPrevious({ ...deps, sessions }, request);
      const cookies = [...sessionCookies(token, user.email, cookieRules), deviceCookie(device, cookieRules)];
      if (trust !== null) cookies.push(trustCookie(trust, cookieRules));
      return { data: { token: null, user }, headers: { 'set-cookie': cookies } };
    }),

    // Another site can neither read the response, nor use it in a frame or form.
    route(getSession, async ({ request }) => {
      const given = sessions.tokenOf(request, true);
      const caller = given === null ? null : await sessions.check(given.token);
      if (given === null || caller === null) return { data: null };
      await sessions.requireNamedAccount(request, caller);
      const user = await readUser(deps.db, caller.person);
      // Who was renamed is known by the new address from here on.
      if (given.from === 'cookie' && personOf(request) === user.email) return { data: { user } };
      if (given.from === 'header' && isOfPage(request)) {
        const { userAgent } = originOf(request);
        await inTransaction(deps.db, (tx) => markUsedByPage(tx, caller.session.tokenHash, userAgent));
      }
      return {
        data: { user },
        headers: { 'set-cookie': sessionCookies(given.token, user.email, cookieRules) },
      };
    }),

    route(logout, async ({ caller }) => {
      await inTransaction(deps.db, (tx) => deleteSession(tx, caller.session.tokenHash));
      await sessions.sessionsChanged(caller.person);
      return { data: OK, headers: { 'set-cookie': endedCookies(cookieRules) } };
    }),
  ];
}

function isOfPage(request: FastifyRequest): boolean {
  return request.headers[COOKIE_HEADER.name] === COOKIE_HEADER.value;
}
