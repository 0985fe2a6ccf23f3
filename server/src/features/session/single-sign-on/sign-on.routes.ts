import * as contract from '@bocau/contract/sign-on.ts';
import type { FastifyRequest } from 'fastify';
import { requireFreshProof } from '../../../access/fresh-proof.ts';
import { endSessions } from '../../../identity/security/end-sessions.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { isId } from '../../../platform/ids.ts';
import {
  type CookieRules,
  deviceCookie,
  deviceOf,
  identityCookie,
  identityOf,
  sessionCookies,
  trustOf,
} from '../cookies.ts';
import { endPrevious, presentSession } from '../end-previous.ts';
import { announceChange } from '../protection/announce-change.ts';
import { originOf } from '../protection/origin-of.ts';
import type { SessionCheck } from '../session-check.ts';
import type { SignInDeps } from '../sign-in.ts';
import { finishSignOn, linkSignOn } from './finish-sign-on.ts';
import { deleteLink, readLinks } from './links.store.ts';
import { findProvider, hasProvider } from './providers.store.ts';

type SignOnDeps = SignInDeps & { sessions: SessionCheck; cookieRules: CookieRules };

export function signOnRoutes({ sessions, cookieRules, ...deps }: SignOnDeps): Route[] {
  const { db, clock } = deps;
  return [
    route(contract.findSignOn, async ({ query }) => {
      const provider = await findProvider(db, query.domain.toLowerCase());
      return { data: { available: provider !== undefined } };
    }),

    route(contract.finishSignOn, async ({ query, request }) => {
      const device = deviceOf(request);
      const { token, user } = await finishSignOn(deps, identityOf(request, cookieRules.secure), {
        ...originOf(request),
        device,
        protocol: 'web',
        trusted: (mailboxId) => trustOf(request, mailboxId),
        keeps: query.replace === undefined ? await presentSession(sessions, request) : null,
      });
      await endPrevious({ db, sessions }, request);
      const cookies = [
        ...sessionCookies(token, user.email, cookieRules),
        deviceCookie(device, cookieRules),
        identityCookie(null, cookieRules),
      ];
      return { data: { user }, headers: { 'set-cookie': cookies } };
    }),

    route(contract.linkSignOn, async ({ caller, request }) => {
      requireFreshProof(caller, clock);
      await linkSignOn(deps, caller.person, identityOf(request, cookieRules.secure), originOf(request));
      return { data: OK, headers: { 'set-cookie': [identityCookie(null, cookieRules)] } };
    }),

    route(contract.listSignOnLinks, async ({ caller }) => {
      const [available, rows] = await Promise.all([
        hasProvider(db, caller.person),
        readLinks(db, caller.person),
      ]);
      return { data: { available, links: rows.map(({ email: account, ...row }) => ({ ...row, account })) } };
    }),

    route(contract.removeSignOnLink, async ({ caller, params, request }) => {
      requireFreshProof(caller, clock);
      await removeLink(caller.person, params.id, { request, session: caller.session.id });
      await sessions.sessionsChanged(caller.person);
      return { data: OK };
    }),
  ];

  async function removeLink(
    mailboxId: number,
    id: string,
    { request, session }: { request: FastifyRequest; session: string },
  ): Promise<void> {
    const at = unixSeconds(clock);
    await inTransaction(db, async (tx) => {
      const about = isId(id) ? await deleteLink(tx, mailboxId, id) : undefined;
      if (about === undefined) throw new Failure('not_found', 'There is no such linked account');
      // Ends sessions opened through it.
      await endSessions(tx, mailboxId, { now: at, except: session });
      const change = { mailboxId, change: 'sign_on_unlinked', about, at } as const;
      await announceChange(tx, change, originOf(request));
    });
  }
}
