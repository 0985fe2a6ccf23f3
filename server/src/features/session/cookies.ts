import { SESSION_COOKIE } from '@bocau/contract/session.ts';

type CookieOptions = { seconds: number; secure: boolean; path?: string };

/** HttpOnly, so that no script reads it; Lax, so that a link from a mail program opens signed in. */
export function cookieLine(name: string, value: string, options: CookieOptions): string {
  const secure = options.secure ? '; Secure' : '';
  const { path = '/', seconds } = options;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

export function sessionCookie(
  token: string,
  options: { secureCookie: boolean; sessionSeconds: number },
): string {
  return cookieLine(SESSION_COOKIE, token, { seconds: options.sessionSeconds, secure: options.secureCookie });
}
