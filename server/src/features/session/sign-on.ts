import '@fastify/cookie';
import { SESSION_COOKIE } from '@bocau/contract/session.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';
import { html, sendPage } from '../../platform/http/html-page.ts';
import type { Caller } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import { cookieLine, sessionCookie } from './cookies.ts';
import { ownAddress, readEntry } from './entry-address.ts';
import { deleteSession, renewToken } from './session.store.ts';
import { SESSIONS_CHANGED, type SessionCheck } from './session-check.ts';
import { hashToken, newToken } from './tokens.ts';

type SignOnDeps = {
  db: Db;
  clock: Clock;
  sessions: SessionCheck;
  sessionSeconds: number;
  secureCookie: boolean;
  /** Null: no single sign-on, and no token of an address is accepted. */
  signOnUrl: string | null;
};

const SWITCH_PATH = '/login/switch';
const SWITCH_COOKIE = 'bocau_switch';
const SWITCH_SECONDS = 300;
const UNSEEN = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

/**
 * People who come from the single sign-on bring a session token in the address. It is good once: it becomes the
 * cookie under another token, and the browser is sent on to the address without it. Someone else's session is never
 * replaced before its owner has agreed.
 */
export function bindSignOn(app: FastifyInstance, deps: SignOnDeps): void {
  const { sessions, sessionSeconds } = deps;
  const waiting = { secure: deps.secureCookie, path: SWITCH_PATH };

  app.addHook('onRequest', async (request, reply) => {
    const entry = request.method === 'GET' ? readEntry(request.url) : null;
    if (entry === null) return;
    reply.headers(UNSEEN);
    const given = deps.signOnUrl === null ? null : await sessions.check(entry.token);
    const present = await cookieCaller(request, SESSION_COOKIE);
    if (given !== null && present !== null && present.mailboxId !== given.mailboxId) {
      const cookie = cookieLine(SWITCH_COOKIE, entry.token, { ...waiting, seconds: SWITCH_SECONDS });
      return reply.header('set-cookie', cookie).redirect(switchAddress(entry.target), 303);
    }
    if (given !== null && present === null) await takeOver(given, request, reply);
    return reply.redirect(entry.target, 303);
  });

  app.get<{ Querystring: { to?: string } }>(SWITCH_PATH, async (request, reply) => {
    const target = ownAddress(request.query.to ?? '');
    const [present, given] = [
      await cookieCaller(request, SESSION_COOKIE),
      await cookieCaller(request, SWITCH_COOKIE),
    ];
    reply.headers(UNSEEN);
    if (!present || !given) return reply.redirect(target, 303);
    return sendPage(reply, {
      lang: 'vi',
      title: 'Bồ Câu',
      body: question(present.email, given.email, target),
    });
  });

  app.register((pages, _options, ready) => {
    // The form of the page has no fields.
    pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) =>
      done(null, null),
    );
    pages.post<{ Querystring: { to?: string } }>(SWITCH_PATH, async (request, reply) => {
      const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
      if (site !== 'same-origin') throw new Failure('forbidden', 'Only the page of this server may ask this');
      const [present, given] = [
        await cookieCaller(request, SESSION_COOKIE),
        await cookieCaller(request, SWITCH_COOKIE),
      ];
      reply.headers(UNSEEN).header('set-cookie', cookieLine(SWITCH_COOKIE, '', { ...waiting, seconds: 0 }));
      if (given !== null && (await takeOver(given, request, reply)) && present !== null) {
        await deleteSession(deps.db, present.tokenHash);
        await forget(present);
      }
      return reply.redirect(ownAddress(request.query.to ?? ''), 303);
    });
    ready();
  });

  async function cookieCaller(request: FastifyRequest, name: string): Promise<Caller | null> {
    const token = request.cookies[name];
    return token ? sessions.check(token) : null;
  }

  /** Puts the session under a new token, which only the cookie knows; false where somebody was faster. */
  async function takeOver(given: Caller, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const token = newToken();
    const renewed = await renewToken(deps.db, given.tokenHash, {
      token_hash: hashToken(token),
      expires_at: unixSeconds(deps.clock) + sessionSeconds,
      address: request.ip,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    });
    await forget(given);
    if (renewed) reply.header('set-cookie', sessionCookie(token, deps));
    return renewed;
  }

  async function forget(caller: Caller): Promise<void> {
    await sql`select pg_notify(${SESSIONS_CHANGED}, ${String(caller.mailboxId)})`.execute(deps.db);
  }
}

function switchAddress(target: string): string {
  return `${SWITCH_PATH}?to=${encodeURIComponent(target)}`;
}

function question(present: string, given: string, target: string) {
  return html`
    <h1>Đổi người dùng? <span lang="en">Switch user?</span></h1>
    <p>Bạn đang đăng nhập là <strong>${present}</strong>. Liên kết vừa mở là của <strong>${given}</strong>.</p>
    <p lang="en">You are signed in as <strong>${present}</strong>. The link you opened is for <strong>${given}</strong>.</p>
    <form method="post" action="${switchAddress(target)}">
      <button>Đăng nhập là ${given} · <span lang="en">Sign in as ${given}</span></button>
    </form>
    <p><a href="${target}">Giữ nguyên · <span lang="en">Stay</span></a></p>`;
}
