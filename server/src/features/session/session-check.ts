import type { MustFirst } from '@bocau/contract/endpoint.ts';
import { ACCOUNT_HEADER, COOKIE_HEADER, SESSION_HEADER } from '@bocau/contract/session.ts';
import type { FastifyRequest } from 'fastify';
import { SESSIONS_CHANGED } from '../../mail/security/end-sessions.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { optionalWrite } from '../../platform/db/optional-write.ts';
import { Failure } from '../../platform/failure.ts';
import { isFromOwnSite } from '../../platform/http/own-site.ts';
import type { Db } from '../../tables.ts';
import { cookieToken } from './cookies.ts';
import { mustFirstOf } from './must-first.ts';
import { hasSecondStep } from './second-step/second-step.store.ts';
import {
  isSuspended,
  notifySessionsChanged,
  readSession,
  recordUse,
  type SessionRow,
} from './session.store.ts';
import { hashToken } from './tokens.ts';

export type SessionCheck = {
  check(token: string): Promise<SessionCaller | null>;
  /** The token that a request brings, and from where; that of the cookie only where it counts for this request. */
  tokenOf(request: FastifyRequest, cookieAllowed: boolean): GivenToken | null;
  authenticate(request: FastifyRequest, cookieAllowed: boolean): Promise<SessionCaller | null>;
  /** After a session of this mailbox ended or got another token: forgets here at once, and tells other processes. */
  sessionsChanged(mailboxId: number): Promise<void>;
};

export type GivenToken = { token: string; from: 'header' | 'cookie' };

type Remembered = { caller: SessionCaller; expiresAt: number; until: number };

const REMEMBERED_SECONDS = 10;
const REMEMBERED_AT_MOST = 20_000;
const EXTENDED_AFTER_PART = 0.1;
/** A use is written down at most so often. */
const USE_NOTED_AFTER_SECONDS = 60;

/**
 * Who a token stands for. An answer is remembered for some seconds, because every call asks; a change of sessions or
 * rights anywhere is notified and forgets it at once, and a lost notification connection forgets everything.
 */
export async function createSessionCheck(deps: {
  db: Db;
  clock: Clock;
  listener: Listener;
  sessionSeconds: number;
  secureCookie: boolean;
  publicUrl: string;
}): Promise<SessionCheck> {
  const remembered = new Map<string, Remembered>();
  let changes = 0;
  await deps.listener.listen(SESSIONS_CHANGED, forget);
  deps.listener.onReconnect(() => {
    changes += 1;
    remembered.clear();
  });

  function forget(mailboxId: string): void {
    changes += 1;
    for (const [key, { caller }] of remembered) {
      if (String(caller.mailbox) === mailboxId) remembered.delete(key);
    }
  }

  async function check(token: string): Promise<SessionCaller | null> {
    const tokenHash = hashToken(token);
    const key = tokenHash.toString('base64');
    const now = unixSeconds(deps.clock);
    const known = remembered.get(key);
    if (known && known.until > now && known.expiresAt > now) return { ...known.caller, at: now };
    const changesBefore = changes;
    const session = await readSession(deps.db, tokenHash, now);
    if (!session) {
      remembered.delete(key);
      return null;
    }
    const expiresAt = await keepAlive(session, tokenHash, now);
    const needsTwoStep = session.require_two_step && !(await hasSecondStep(deps.db, session.mailbox_id));
    const caller = callerOf(session, { tokenHash, mustFirst: mustFirstOf(session, needsTwoStep), now });
    // What changed while it was read may be this very session: then the answer is not kept.
    if (changes !== changesBefore) return caller;
    if (remembered.size >= REMEMBERED_AT_MOST) remembered.clear();
    remembered.set(key, { caller, expiresAt, until: now + REMEMBERED_SECONDS });
    return caller;
  }

  function tokenOf(request: FastifyRequest, cookieAllowed: boolean): GivenToken | null {
    const header = request.headers[SESSION_HEADER];
    if (typeof header === 'string' && header !== '') return { token: header, from: 'header' };
    const byItself = cookieAllowed && request.method === 'GET';
    const token =
      byItself || isOfOwnPage(request, deps.publicUrl) ? cookieToken(request, deps.secureCookie) : null;
    return token === null ? null : { token, from: 'cookie' };
  }

  /** Writes down that it is used, and makes it last on; answers when it ends. */
  async function keepAlive(session: SessionRow, tokenHash: Buffer, now: number): Promise<number> {
    const { last_used_at, expires_at, ends_at } = session;
    if (now - (last_used_at ?? 0) < USE_NOTED_AFTER_SECONDS) return Math.min(expires_at, ends_at);
    const fresh = Math.min(now + deps.sessionSeconds, ends_at);
    const isDue = fresh - expires_at > deps.sessionSeconds * EXTENDED_AFTER_PART;
    const use = { last_used_at: now, expires_at: isDue ? fresh : expires_at };
    const written = await optionalWrite(() => inTransaction(deps.db, (tx) => recordUse(tx, tokenHash, use)));
    return Math.min(written ? use.expires_at : expires_at, ends_at);
  }

  return {
    check,
    async sessionsChanged(mailboxId) {
      forget(String(mailboxId));
      await inTransaction(deps.db, (tx) => notifySessionsChanged(tx, SESSIONS_CHANGED, mailboxId));
    },
    tokenOf,
    async authenticate(request, cookieAllowed) {
      const given = tokenOf(request, cookieAllowed);
      if (given === null) return null;
      const caller = await check(given.token);
      if (caller === null && (await isSuspended(deps.db, hashToken(given.token), unixSeconds(deps.clock)))) {
        throw new Failure('account_suspended', 'This account is suspended');
      }
      if (caller !== null && !isMeantFor(request, caller)) {
        throw new Failure('session_required', 'The session is of another account than the call names');
      }
      return caller;
    },
  };
}

function isMeantFor({ headers }: FastifyRequest, { email }: SessionCaller): boolean {
  const named = headers[ACCOUNT_HEADER.name];
  return named === undefined || named === ACCOUNT_HEADER.value(email);
}

/** Only a page of this site can send the header, and what the browser says of the page is looked at besides. */
function isOfOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  return request.headers[COOKIE_HEADER.name] === COOKIE_HEADER.value && isFromOwnSite(request, publicUrl);
}

function callerOf(
  session: SessionRow,
  { tokenHash, mustFirst, now }: { tokenHash: Buffer; mustFirst: MustFirst | null; now: number },
): SessionCaller {
  return {
    person: session.mailbox_id,
    mailbox: session.mailbox_id,
    role: session.kind,
    assurance: { method: session.method, provenAt: session.proven_at ?? session.created_at },
    email: session.email,
    domain: session.domain_id,
    provider: session.provider,
    domainVerified: session.domain_verified,
    mustFirst,
    session: { id: session.id, tokenHash },
    at: now,
  };
}
