import '@fastify/cookie';
import type { Limit } from '@bocau/contract/endpoint.ts';
import { SIGN_ON_LOGOUT, SIGN_ON_PATH, type SignOnResult } from '@bocau/contract/sign-on-pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { type RateLimits, secondsToWaitFor } from '../../../platform/http/rate-limit.ts';
import type { Logger } from '../../../platform/logger.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { Db } from '../../../tables.ts';
import {
  browserCookie,
  browserOf,
  type CookieRules,
  identityCookie,
  signOnDomainCookie,
  signOnDomainOf,
} from '../cookies.ts';
import { ownAddress } from '../entry-address.ts';
import { hashToken, newToken } from '../tokens.ts';
import { deriveSecrets } from './attempt-secrets.ts';
import { insertAttempt, takeAttempt } from './attempts.store.ts';
import { findProvider, type ProviderRow, readProvider } from './providers.store.ts';
import type { Providers } from './providers.ts';
import { readIdentity } from './read-identity.ts';

type PagesDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  limits: RateLimits;
  providers: Providers;
  cookieRules: CookieRules;
  publicUrl: string;
};

/** How long a user may take at the provider, and from there back here. */
const ATTEMPT_SECONDS = 600;
const LIMIT: Limit = { name: 'starting single sign-on', count: 300, perSeconds: 300, by: 'address' };
const LONGEST_TARGET = 1000;

/**
 * The redirects to a domain's provider and back: authorization code flow with PKCE, state and nonce (OpenID
 * Connect Core 1.0, 3.1). Each response is a redirect, on failure to the sign-in page with a reason. No
 * transaction is open while the provider is asked.
 */
export function bindSignOnPages(app: FastifyInstance, deps: PagesDeps): void {
  const { db, clock, cookieRules, providers } = deps;
  const callback = `${deps.publicUrl.replace(/\/+$/, '')}${SIGN_ON_PATH}/callback`;

  app.get<{ Querystring: { email?: string; to?: string } }>(
    `${SIGN_ON_PATH}/start`,
    async (request, reply) => {
      const { email = '', to = '' } = request.query;
      const target = ownAddress(String(to).slice(0, LONGEST_TARGET));
      if (isLedHere(request)) return leave(reply, gateAddress(String(email), target));
      if (secondsToWaitFor(deps.limits, LIMIT, request.ip) > 0) return lead(reply, 'silent', target);
      const provider = await findProvider(db, domainOf(String(email)));
      if (!provider) return lead(reply, 'none', target);
      const config = await openProvider(provider);
      if (config === null) return lead(reply, 'silent', target);
      const [state, browser] = [newToken(), browserOf(request, cookieRules.secure) ?? newToken()];
      const now = unixSeconds(clock);
      await inTransaction(db, (tx) =>
        insertAttempt(tx, {
          token_hash: hashToken(state),
          domain_id: provider.domain_id,
          browser_hash: hashToken(browser),
          return_to: target,
          created_at: now,
          expires_at: now + ATTEMPT_SECONDS,
        }),
      );
      const { verifier, nonce } = deriveSecrets(state, browser);
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // A domain alone is not a user name there.
        ...(String(email).indexOf('@') > 0 ? { login_hint: String(email) } : {}),
        state,
        nonce,
      });
      reply.header('set-cookie', browserCookie(browser, { ...cookieRules, seconds: ATTEMPT_SECONDS }));
      return leave(reply, url.href);
    },
  );

  app.get<{ Querystring: { state?: string; error?: string } }>(
    `${SIGN_ON_PATH}/callback`,
    async (request, reply) => {
      const { state = '', error } = request.query;
      const browser = browserOf(request, cookieRules.secure);
      const attempt = browser && (await takeAttemptOf(String(state), browser));
      if (!browser || !attempt) return lead(reply, 'expired', '/');
      const { return_to: target } = attempt;
      const provider = await readProvider(db, attempt.domain_id);
      if (!provider) return lead(reply, 'none', target);
      if (error === 'access_denied') return lead(reply, 'cancelled', target);
      const config = await openProvider(provider);
      if (config === null) return lead(reply, 'silent', target);
      const identity = await readIdentity(config, {
        url: new URL(callback + new URL(request.url, callback).search),
        state: String(state),
        ...deriveSecrets(String(state), browser),
      }).catch((failure: unknown) => noted(provider, failure));
      if (typeof identity === 'string') return lead(reply, identity, target);
      const token = newToken();
      const now = unixSeconds(clock);
      await inTransaction(db, (tx) =>
        insertAttempt(tx, {
          ...identity,
          token_hash: hashToken(token),
          domain_id: provider.domain_id,
          browser_hash: hashToken(browser),
          return_to: target,
          created_at: now,
          expires_at: now + ATTEMPT_SECONDS,
        }),
      );
      reply.header('set-cookie', identityCookie(token, cookieRules, ATTEMPT_SECONDS));
      reply.header('set-cookie', signOnDomainCookie(provider.domain, cookieRules));
      return lead(reply, 'done', target);
    },
  );

  /**
   * AU-3: signs out at the provider as well, if it has a page for that. The provider asks the user, because
   * we keep no token as a hint.
   */
  app.get(SIGN_ON_LOGOUT, async (request, reply) => {
    reply.header('set-cookie', signOnDomainCookie(null, cookieRules));
    const provider = await findProvider(db, domainOf(signOnDomainOf(request)));
    const config = provider ? await openProvider(provider) : null;
    if (!config?.serverMetadata().end_session_endpoint) return leave(reply, '/login');
    const home = new URL('/login', callback).href;
    return leave(reply, oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: home }).href);
  });

  function takeAttemptOf(state: string, browser: string) {
    const [tokenHash, browserHash] = [hashToken(state), hashToken(browser)];
    return inTransaction(db, (tx) => takeAttempt(tx, { tokenHash, browserHash, now: unixSeconds(clock) }));
  }

  /** Null when it does not answer. */
  async function openProvider(provider: ProviderRow): Promise<oidc.Configuration | null> {
    try {
      return await providers.open(provider);
    } catch (failure) {
      noted(provider, failure);
      return null;
    }
  }

  /** The failure, without anything that the provider or the browser sent. */
  function noted({ domain, issuer }: ProviderRow, failure: unknown): SignOnResult {
    const reason = reasonOf(failure);
    deps.log.warn({ event: 'sign_on_failed', domain, issuer, reason }, 'single sign-on failed');
    return unansweredBy(failure) ? 'silent' : 'refused';
  }
}

/** Empty for an invalid domain: a query or cookie is untrusted, and PostgreSQL rejects NUL. */
function domainOf(email: string): string {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return /^[^\s\p{Cc}@]{1,255}$/u.test(domain) && domain.isWellFormed() ? domain : '';
}

function unansweredBy(failure: unknown): boolean {
  if (failure instanceof OutboundError) return true;
  return failure instanceof Error && failure.cause !== undefined && unansweredBy(failure.cause);
}

function reasonOf(failure: unknown): string {
  const { code, name, cause } = failure as { code?: string; name?: string; cause?: { reason?: string } };
  return [name, code, cause?.reason].filter(Boolean).join(' ');
}

/**
 * Whether another site sent the browser (login CSRF): the attacker's provider could answer with an account of
 * theirs, in whose mailbox the victim would then write. Navigation from our own page, typed by hand or from a
 * mail program is legitimate.
 */
function isLedHere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

function gateAddress(email: string, target: string): string {
  const query = new URLSearchParams({ email });
  if (target !== '/') query.set('to', target);
  return `/login?${query}`;
}

function lead(reply: FastifyReply, result: SignOnResult, target: string): FastifyReply {
  const query = new URLSearchParams({ sign_on: result });
  if (target !== '/') query.set('to', target);
  return leave(reply, `/login?${query}`);
}

function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }).redirect(url, 303);
}
