import { ADMIN_SCOPES, type AdminScope } from '@bocau/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { AdminCaller, SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { optionalWrite } from '../../platform/db/optional-write.ts';
import type { Db } from '../../tables.ts';
import { hashAdminToken } from './secret.ts';
import { findToken, noteUse } from './tokens.store.ts';

type Deps = {
  db: Db;
  clock: Clock;
  sessions: { authenticate(request: FastifyRequest, cookieAllowed: boolean): Promise<SessionCaller | null> };
  /** A demo installation: a provider needs no second step there. */
  isDemo: boolean;
};

const ALL: ReadonlySet<AdminScope> = new Set(ADMIN_SCOPES);
const NONE: ReadonlySet<AdminScope> = new Set();
const BEARER = /^Bearer +(\S{1,200})$/i;
/** The use of a token is recorded at most this often. */
const USE_NOTED_AFTER_SECONDS = 60;

/**
 * Authenticates the caller of an administrators' endpoint: a program by its token, or a person by their
 * session.
 */
export function createAdminCheck({ db, clock, sessions, isDemo }: Deps) {
  async function byToken(token: string, address: string): Promise<AdminCaller | null> {
    const now = unixSeconds(clock);
    const found = await findToken(db, hashAdminToken(token), now);
    if (!found) return null;
    if (now - (found.last_used_at ?? 0) >= USE_NOTED_AFTER_SECONDS) {
      await optionalWrite(() => inTransaction(db, (tx) => noteUse(tx, found.id, now)));
    }
    return {
      actor: { kind: 'token', tokenId: found.id, name: found.name, domainId: found.domain_id, address },
      scopes: new Set(ADMIN_SCOPES.filter((scope) => found.scopes.includes(scope))),
      session: null,
      needsTwoStep: false,
    };
  }

  return async (request: FastifyRequest): Promise<AdminCaller | null> => {
    const bearer = request.headers.authorization;
    if (bearer !== undefined) {
      const token = BEARER.exec(bearer)?.[1];
      return token === undefined ? null : byToken(token, request.ip);
    }
    const session = await sessions.authenticate(request, false);
    return session === null ? null : byPerson(session, request.ip, isDemo);
  };
}

function byPerson(session: SessionCaller, address: string, isDemo: boolean): AdminCaller {
  const { person: mailboxId, email: name, domain, provider, role } = session;
  return {
    actor: { kind: 'person', mailboxId, name, address, domainId: provider ? null : domain },
    scopes: provider || role === 'owner' ? ALL : NONE,
    session,
    needsTwoStep: provider && !isDemo,
  };
}
