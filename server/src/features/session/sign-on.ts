import '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { alertOfNewDevice, type NewDeviceDeps } from '../../identity/alerts/sign-in-alert.ts';
import { recordSignIn } from '../../identity/security/record-event.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { type Html, html, sendPage } from '../../platform/http/html-page.ts';
import { isFromOwnSite } from '../../platform/http/own-site.ts';
import type { Db } from '../../tables.ts';
import {
  type CookieRules,
  cookieToken,
  deviceCookie,
  deviceOf,
  sessionCookies,
  switchCookie,
  switchTokenOf,
} from './cookies.ts';
import { ownAddress, readEntry } from './entry-address.ts';
import { originOf } from './protection/origin-of.ts';
import { deleteSession, renewToken } from './session.store.ts';
import type { SessionCheck } from './session-check.ts';
import { hasProvider } from './single-sign-on/providers.store.ts';
import { hashToken, newToken } from './tokens.ts';

type SignOnDeps = NewDeviceDeps & {
  db: Db;
  clock: Clock;
  sessions: SessionCheck;
  cookieRules: CookieRules;
  publicUrl: string;
};

const SWITCH_PATH = '/login/switch';
const SWITCH_SECONDS = 300;
/** The page's form needs its origin (CSRF check), but the URL must not leave the site. */
const UNSEEN = { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' };

/**
 * Users from the single sign-on bring a session token in the URL. It is single use: it is replaced by another
 * token, which waits in a cookie until the user confirms, and the browser is redirected to a URL without it.
 * A link alone signs no one in: it may come from an attacker who wants to read what the victim then writes
 * (login CSRF).
 */
export function bindSignOn(app: FastifyInstance, deps: SignOnDeps): void {
  const { sessions, cookieRules } = deps;
  const { secure } = cookieRules;

  app.addHook('onRequest', async (request, reply) => {
    const entry = request.method === 'GET' ? readEntry(request.url) : null;
    if (entry === null) return;
    reply.headers(UNSEEN);
    const given = await acceptedCaller(entry.token);
    const present = await presentCaller(request);
    if (given === null || present?.person === given.person) return reply.redirect(entry.target, 303);
    const token = await takeOver(given, request);
    if (token === null) return reply.redirect(entry.target, 303);
    const cookie = switchCookie(token, { secure, seconds: SWITCH_SECONDS });
    return reply.header('set-cookie', cookie).redirect(switchAddress(entry.target), 303);
  });

  app.get<{ Querystring: { to?: string } }>(SWITCH_PATH, async (request, reply) => {
    const target = ownAddress(request.query.to ?? '');
    const [present, given] = [await presentCaller(request), await waitingCaller(request)];
    reply.headers(UNSEEN);
    if (!given) return reply.redirect(target, 303);
    const body = present ? switchQuestion(present.email, given.email, target) : question(given.email, target);
    return sendPage(reply, { lang: 'vi', title: 'Bồ Câu', body });
  });

  app.register((pages, _options, ready) => {
    // The form of the page has no fields.
    pages.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) =>
      done(null, null),
    );
    pages.post<{ Querystring: { to?: string } }>(SWITCH_PATH, async (request, reply) => {
      if (!isFromOwnSite(request, deps.publicUrl))
        throw new Failure('forbidden', 'This request is only accepted from this site');
      const [present, given] = [await presentCaller(request), await waitingCaller(request)];
      reply.headers(UNSEEN).header('set-cookie', switchCookie('', { secure, seconds: 0 }));
      const token = given && (await takeOver(given, request));
      if (given && token) {
        const device = deviceOf(request);
        await recordSignOn(given.person, request, device);
        reply.header('set-cookie', sessionCookies(token, given.email, cookieRules));
        reply.header('set-cookie', deviceCookie(device, cookieRules));
        if (present !== null) await end(present);
      }
      return reply.redirect(ownAddress(request.query.to ?? ''), 303);
    });
    ready();
  });

  /** A token in a URL is valid only for users whose domain has single sign-on. */
  async function acceptedCaller(token: string): Promise<SessionCaller | null> {
    const given = await sessions.check(token);
    return given && (await hasProvider(deps.db, given.person)) ? given : null;
  }

  async function presentCaller(request: FastifyRequest): Promise<SessionCaller | null> {
    const token = cookieToken(request, secure);
    return token === null ? null : sessions.check(token);
  }

  async function waitingCaller(request: FastifyRequest): Promise<SessionCaller | null> {
    const token = switchTokenOf(request, secure);
    return token ? sessions.check(token) : null;
  }

  async function recordSignOn(mailboxId: number, request: FastifyRequest, device: string): Promise<void> {
    const { address, userAgent } = originOf(request);
    const where = { mailboxId, protocol: 'web', address, userAgent, at: unixSeconds(deps.clock) } as const;
    await inTransaction(deps.db, async (tx) => {
      await recordSignIn(tx, { ...where, method: 'sign_on', outcome: 'ok' });
      await alertOfNewDevice(deps, tx, { ...where, device: hashToken(device) });
    });
  }

  async function end({ person, session }: SessionCaller): Promise<void> {
    await inTransaction(deps.db, (tx) => deleteSession(tx, session.tokenHash));
    await sessions.sessionsChanged(person);
  }

  /** Rotates the session's token; null when another request was faster. */
  async function takeOver(given: SessionCaller, request: FastifyRequest): Promise<string | null> {
    const token = newToken();
    const now = unixSeconds(deps.clock);
    const next = {
      token_hash: hashToken(token),
      expires_at: now + cookieRules.sessionSeconds,
      address: request.ip,
      user_agent: originOf(request).userAgent,
      method: 'sign_on' as const,
      last_used_at: now,
      protocol: 'web' as const,
    };
    const renewed = await inTransaction(deps.db, (tx) => renewToken(tx, given.session.tokenHash, next));
    await sessions.sessionsChanged(given.person);
    return renewed ? token : null;
  }
}

function switchAddress(target: string): string {
  return `${SWITCH_PATH}?to=${encodeURIComponent(target)}`;
}

function question(given: string, target: string): Html {
  return html`
    <h1>Đăng nhập? <span lang="en">Sign in?</span></h1>
    <p>Liên kết bạn vừa mở đăng nhập bạn vào <strong>${given}</strong>. Chỉ tiếp tục nếu đây là địa chỉ của bạn.</p>
    <p lang="en">The link you opened signs you in as <strong>${given}</strong>. Continue only if this address is yours.</p>
    <form method="post" action="${switchAddress(target)}">
      <button>Đăng nhập vào ${given} · <span lang="en">Sign in as ${given}</span></button>
    </form>
    <p><a href="/login">Không đăng nhập · <span lang="en">Don’t sign in</span></a></p>`;
}

function switchQuestion(present: string, given: string, target: string): Html {
  return html`
    <h1>Chuyển tài khoản? <span lang="en">Switch accounts?</span></h1>
    <p>Bạn đang đăng nhập bằng <strong>${present}</strong>. Liên kết bạn vừa mở dành cho <strong>${given}</strong>.</p>
    <p lang="en">You are signed in as <strong>${present}</strong>. The link you opened is for <strong>${given}</strong>.</p>
    <form method="post" action="${switchAddress(target)}">
      <button>Chuyển sang ${given} · <span lang="en">Switch to ${given}</span></button>
    </form>
    <p><a href="${target}">Ở lại ${present} · <span lang="en">Stay signed in as ${present}</span></a></p>`;
}
