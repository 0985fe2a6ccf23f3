import { isValidAddress } from '@bocau/contract/address.ts';
import type { MustFirst } from '@bocau/contract/endpoint.ts';
import { ACCOUNT_HEADER, COOKIE_HEADER, SESSION_HEADER } from '@bocau/contract/session.ts';
import type { FastifyRequest } from 'fastify';
import { SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { optionalWrite } from '../../platform/db/optional-write.ts';
import { Failure } from '../../platform/failure.ts';
import { headerAddress } from '../../platform/http/header-address.ts';
import { isFromOwnSite } from '../../platform/http/own-site.ts';
import type { Db } from '../../tables.ts';
import { cookieToken } from './cookies.ts';
import { mustFirstOf } from './must-first.ts';
import { hasSecondStep } from './second-step/second-step.store.ts';
import {
  isSuspended,
  namesCaller,
  notifySessionsChanged,
  readSession,
  recordUse,
  type SessionRow,
} from './session.store.ts';
import { hashToken } from './tokens.ts';

export type SessionCheck = {
  check(token: string): Promise<SessionCaller | null>;
  /**
   * The token of a request and its source; that of the cookie only where it is permitted for this request
   * (CSRF).
   */
  tokenOf(request: FastifyRequest, cookieAllowed: boolean): GivenToken | null;
  authenticate(request: FastifyRequest, cookieAllowed: boolean): Promise<SessionCaller | null>;
  /** Whether an address belongs to the caller; it may be untrusted input. */
  isOwnAddress(caller: SessionCaller, address: string): Promise<boolean>;
  /** Refuses a call that names an account other than the caller's. */
  requireNamedAccount(request: FastifyRequest, caller: SessionCaller): Promise<void>;
  /**
   * Call after a session of this mailbox ended or got another token: clears the cache here immediately, and
   * notifies other processes.
   */
  sessionsChanged(mailboxId: number): Promise<void>;
};

export type GivenToken = { token: string; from: 'header' | 'cookie' };

type Remembered = { caller: SessionCaller; expiresAt: number; until: number };

const REMEMBERED_SECONDS = 10;
const REMEMBERED_AT_MOST = 20_000;
const EXTENDED_AFTER_PART = 0.1;
/** The use of a session is recorded at most this often. */
const USE_NOTED_AFTER_SECONDS = 60;

/**
 * Authenticates a token. Results are cached for some seconds, because every call needs one; a change of
 * sessions or rights is notified and invalidates the cache immediately, and a lost notification connection
 * clears it.
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
      if (String(caller.person) === mailboxId) remembered.delete(key);
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
    // A change during the read may concern this very session: then the result is not cached.
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

  /** Records the use and extends the session; returns its expiry. */
  async function keepAlive(session: SessionRow, tokenHash: Buffer, now: number): Promise<number> {
    const { last_used_at, expires_at, ends_at } = session;
    if (now - (last_used_at ?? 0) < USE_NOTED_AFTER_SECONDS) return Math.min(expires_at, ends_at);
    const fresh = Math.min(now + deps.sessionSeconds, ends_at);
    const isDue = fresh - expires_at > deps.sessionSeconds * EXTENDED_AFTER_PART;
    const use = { last_used_at: now, expires_at: isDue ? fresh : expires_at };
    const written = await optionalWrite(() => inTransaction(deps.db, (tx) => recordUse(tx, tokenHash, use)));
    return Math.min(written ? use.expires_at : expires_at, ends_at);
  }

  async function isOwnAddress(caller: SessionCaller, given: string): Promise<boolean> {
    const address = given.trim().toLowerCase();
    if (address === caller.email) return true;
    return isValidAddress(address) && namesCaller(deps.db, caller, address);
  }

  async function requireNamedAccount({ headers }: FastifyRequest, caller: SessionCaller): Promise<void> {
    const header = headers[ACCOUNT_HEADER.name];
    if (header === undefined) return;
    const named = headerAddress(header);
    if (named !== null && (await isOwnAddress(caller, named))) return;
    throw new Failure('other_account', 'The session is of another account than the call names');
  }

  return {
    check,
    isOwnAddress,
    requireNamedAccount,
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
      if (caller !== null) await requireNamedAccount(request, caller);
      return caller;
    },
  };
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
