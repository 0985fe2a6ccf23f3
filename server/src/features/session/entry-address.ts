const LOGIN_PARAM = 'login_param';
const ACCESS_TOKEN = 'access_token';
const LANDING = '/folder/INBOX';

/** Not pages: these are called by programs. */
const NO_PAGE = /^\/(api|storage|wopi|ws|t|healthz|readyz|metrics)(\/|$)/;

export type Entry = { token: string; target: string };

/** The token that a page URL brings from the single sign-on, and the URL without it. */
export function readEntry(url: string): Entry | null {
  const mark = url.indexOf('?');
  if (mark === -1 || NO_PAGE.test(url.slice(0, mark))) return null;
  const query = new URLSearchParams(url.slice(mark + 1));
  const loginParam = query.get(LOGIN_PARAM);
  const token = loginParam ?? query.get(ACCESS_TOKEN);
  if (token === null) return null;
  if (loginParam !== null) return { token, target: LANDING };
  query.delete(ACCESS_TOKEN);
  const rest = query.size > 0 ? `?${query}` : '';
  return { token, target: ownAddress(url.slice(0, mark) + rest) };
}

/** A path on this server: two leading slashes would lead to another host (open redirect). */
export function ownAddress(address: string): string {
  return `/${address.replace(/[\s\p{Cc}]/gu, '').replace(/^[/\\]+/, '')}`;
}
