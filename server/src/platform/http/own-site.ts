import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of this site sent a request (CSRF): browsers send cookies for whatever page asks. They say by
 * Sec-Fetch-Site which one it was, older ones and all of them over plain http only by Origin. What is no browser says
 * neither.
 */
export function isFromOwnSite({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  // `null` of a sandboxed page is nobody's.
  if (!URL.canParse(origin)) return false;
  const { host: from } = new URL(origin);
  return from === host || from === new URL(publicUrl).host;
}
