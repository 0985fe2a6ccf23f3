import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OpenShare } from '../../drive/shares/open-shares.store.ts';

const VISIT_SECONDS = 12 * 3600;
const COOKIE = 'bocau_share';
const VALUE = /^(\d{1,12})\.([\w-]{43})$/;

/**
 * A visitor who gave the password of a share. The cookie is signed with the stored password hash, so that
 * changing the password ends all visits, and nothing about them is stored.
 */
export function visitCookie(
  share: OpenShare,
  token: string,
  { now, secure }: { now: number; secure: boolean },
): string {
  const expires = now + VISIT_SECONDS;
  const value = `${expires}.${signatureOf(share, expires)}`;
  const line = `${COOKIE}=${value}; Path=/s/${token}; SameSite=Lax; Max-Age=${VISIT_SECONDS}; HttpOnly`;
  return secure ? `${line}; Secure` : line;
}

export function isVisiting(
  share: OpenShare,
  cookies: Record<string, string | undefined>,
  now: number,
): boolean {
  const [, expires, signature] = VALUE.exec(cookies[COOKIE] ?? '') ?? [];
  if (expires === undefined || signature === undefined || Number(expires) <= now) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(share, Number(expires))));
}

function signatureOf({ mailbox_id, id, password_hash }: OpenShare, expires: number): string {
  return createHmac('sha256', password_hash ?? id)
    .update(`visit ${mailbox_id} ${id} ${expires}`)
    .digest('base64url');
}
