import '@fastify/cookie';
import { TRUST_DAYS } from '@bocau/contract/second-step.ts';
import { PERSON_COOKIE, SESSION_COOKIE } from '@bocau/contract/session.ts';
import { SIGN_ON_COOKIE } from '@bocau/contract/sign-on-pages.ts';
import type { FastifyRequest } from 'fastify';
import { LONGEST_SESSION_SECONDS } from '../../identity/security/living-sessions.store.ts';
import { newToken } from './tokens.ts';

export type CookieRules = {
  /**
   * The site is reached by https. Plain http has neither `Secure` nor a prefix, because most browsers reject
   * them there.
   */
  secure: boolean;
  sessionSeconds: number;
};

const DEVICE_COOKIE = 'bocau_device';
/** One for each mailbox signed in to from this browser. */
const TRUST_COOKIE = 'bocau_trust_';
const TRUST_PATH = '/api/v2/auth';
/**
 * Identifies the browser that went to the single sign-on provider, and the identity that the provider
 * asserted.
 */
const BROWSER_COOKIE = 'bocau_sign_on';
const IDENTITY_COOKIE = 'bocau_sign_on_identity';
/** The session from a link, until the user confirms it. */
const SWITCH_COOKIE = 'bocau_switch';
const TOKEN = /^[\w-]{43}$/;

type CookieOptions = { seconds: number; secure: boolean; path?: string };

/**
 * HttpOnly against theft by scripts (XSS); Lax against CSRF, while a link from a mail program still opens
 * signed in.
 */
function cookieLine(name: string, value: string, options: CookieOptions): string {
  return `${readableLine(name, value, options)}; HttpOnly`;
}

/** `__Host-`: sibling subdomains cannot set it, which prevents session fixation and login CSRF. */
function hostName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

export function cookieToken(request: FastifyRequest, secure: boolean): string | null {
  return request.cookies[hostName(SESSION_COOKIE, secure)] || null;
}

/**
 * The session cookie, and a readable one with the user's address; the server ends the session earlier when it
 * is unused.
 */
export function sessionCookies(token: string, email: string, rules: CookieRules): string[] {
  return bothCookies(token, email, rules, Math.max(rules.sessionSeconds, LONGEST_SESSION_SECONDS));
}

/** Distinguishes a known device from a stranger who guesses; it gives no access. */
export function deviceOf(request: FastifyRequest): string {
  return givenDevice(request) ?? newToken();
}

/** Null when the browser sends none. */
export function givenDevice(request: FastifyRequest): string | null {
  return tokenIn(request, DEVICE_COOKIE);
}

/**
 * For the whole site: passwords are not checked at sign-in alone, and the single sign-on is not part of the
 * API.
 */
export function deviceCookie(device: string, { secure }: CookieRules): string {
  return cookieLine(DEVICE_COOKIE, device, { secure, seconds: LONGEST_SESSION_SECONDS });
}

/** The address in the readable cookie. */
export function personOf(request: FastifyRequest): string {
  return request.cookies[PERSON_COOKIE] ?? '';
}

/** The cookie of a trusted browser, which is not asked for a code. */
export function trustOf(request: FastifyRequest, mailboxId: number): string | null {
  return tokenIn(request, `${TRUST_COOKIE}${mailboxId}`);
}

export function trustCookie(
  { mailboxId, token }: { mailboxId: number; token: string },
  { secure }: CookieRules,
): string {
  const seconds = TRUST_DAYS * 24 * 3600;
  return cookieLine(`${TRUST_COOKIE}${mailboxId}`, token, { secure, seconds, path: TRUST_PATH });
}

export function browserOf(request: FastifyRequest, secure: boolean): string | null {
  return tokenIn(request, hostName(BROWSER_COOKIE, secure));
}

export function browserCookie(browser: string, { secure, seconds }: CookieOptions): string {
  return cookieLine(hostName(BROWSER_COOKIE, secure), browser, { secure, seconds });
}

export function identityOf(request: FastifyRequest, secure: boolean): string | null {
  return tokenIn(request, hostName(IDENTITY_COOKIE, secure));
}

/** Null deletes it. */
export function identityCookie(token: string | null, { secure }: CookieRules, seconds = 0): string {
  return cookieLine(hostName(IDENTITY_COOKIE, secure), token ?? '', { secure, seconds });
}

export function switchTokenOf(request: FastifyRequest, secure: boolean): string | null {
  return request.cookies[hostName(SWITCH_COOKIE, secure)] || null;
}

export function switchCookie(token: string, { secure, seconds }: CookieOptions): string {
  return cookieLine(hostName(SWITCH_COOKIE, secure), token, { secure, seconds });
}

export function signOnDomainOf(request: FastifyRequest): string {
  return request.cookies[SIGN_ON_COOKIE] ?? '';
}

/** Null deletes it. */
export function signOnDomainCookie(domain: string | null, { secure }: CookieRules): string {
  const seconds = domain === null ? 0 : LONGEST_SESSION_SECONDS;
  return readableLine(SIGN_ON_COOKIE, domain ?? '', { secure, seconds });
}

function tokenIn(request: FastifyRequest, name: string): string | null {
  const token = request.cookies[name] ?? '';
  return TOKEN.test(token) ? token : null;
}

export function endedCookies(rules: CookieRules): string[] {
  return bothCookies('', '', rules, 0);
}

function bothCookies(token: string, email: string, { secure }: CookieRules, seconds: number): string[] {
  return [
    cookieLine(hostName(SESSION_COOKIE, secure), token, { secure, seconds }),
    readableLine(PERSON_COOKIE, encodeURIComponent(email), { secure, seconds }),
  ];
}

function readableLine(name: string, value: string, { seconds, secure, path = '/' }: CookieOptions): string {
  return `${name}=${value}; Path=${path}; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`;
}
