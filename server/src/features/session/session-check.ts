import '@fastify/cookie';
import { SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import type { FastifyRequest } from 'fastify';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import type { Caller } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import { extendSession, readSession } from './session.store.ts';
import { hashToken } from './tokens.ts';

/** Payload: the mailbox whose sessions, rights or domain changed. */
export const SESSIONS_CHANGED = 'sessions_changed';

export type SessionCheck = {
  check(token: string): Promise<Caller | null>;
  authenticate(request: FastifyRequest, cookieAllowed: boolean): Promise<Caller | null>;
};

type Remembered = { caller: Caller; expiresAt: number; until: number };

const REMEMBERED_SECONDS = 10;
const REMEMBERED_AT_MOST = 20_000;
const EXTENDED_AFTER_PART = 0.1;

/**
 * Who a token stands for. An answer is remembered for some seconds, because every call asks; a change of sessions or
 * rights anywhere is notified and forgets it at once, and a lost notification connection forgets everything.
 */
export async function createSessionCheck(deps: {
  db: Db;
  clock: Clock;
  listener: Listener;
  sessionSeconds: number;
}): Promise<SessionCheck> {
  const remembered = new Map<string, Remembered>();
  await deps.listener.listen(SESSIONS_CHANGED, (payload) => {
    for (const [key, { caller }] of remembered) {
      if (String(caller.mailboxId) === payload) remembered.delete(key);
    }
  });
  deps.listener.onReconnect(() => remembered.clear());

  async function check(token: string): Promise<Caller | null> {
    const tokenHash = hashToken(token);
    const key = tokenHash.toString('base64');
    const now = unixSeconds(deps.clock);
    const known = remembered.get(key);
    if (known && known.until > now && known.expiresAt > now) return known.caller;
    const session = await readSession(deps.db, tokenHash, now);
    if (!session) {
      remembered.delete(key);
      return null;
    }
    const fresh = now + deps.sessionSeconds;
    if (fresh - session.expires_at > deps.sessionSeconds * EXTENDED_AFTER_PART) {
      await extendSession(deps.db, tokenHash, fresh);
      session.expires_at = fresh;
    }
    const caller: Caller = {
      mailboxId: session.mailbox_id,
      email: session.email,
      domainVerified: session.domain_verified,
      tokenHash,
    };
    if (remembered.size >= REMEMBERED_AT_MOST) remembered.clear();
    remembered.set(key, { caller, expiresAt: session.expires_at, until: now + REMEMBERED_SECONDS });
    return caller;
  }

  return {
    check,
    async authenticate(request, cookieAllowed) {
      const header = request.headers[SESSION_HEADER];
      if (typeof header === 'string' && header !== '') return check(header);
      const cookie = cookieAllowed && request.method === 'GET' ? request.cookies[SESSION_COOKIE] : undefined;
      return cookie ? check(cookie) : null;
    },
  };
}
