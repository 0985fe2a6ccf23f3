import { createHmac, timingSafeEqual } from 'node:crypto';
import { HELD_LINK_DAYS, HELD_LINK_PATH } from '@bocau/contract/held-messages.ts';

const DAY_SECONDS = 24 * 3600;
const MARK_LENGTH = 32;
const TOKEN = /^([0-9a-f-]{36})\.([0-9a-z]{1,11})\.([0-9a-z]{1,8})\.([0-9a-f]{32})$/;

export type HeldLink = { heldId: string; keeperId: number };
/** One that we made; `works` until some days later. */
type GenuineLink = HeldLink & { works: boolean };

/**
 * A link to decide on one held message in the name of one keeper. It ends with the decision, whoever takes
 * it, and after some days.
 */
export function heldLink(
  { key, publicUrl }: { key: Buffer; publicUrl: string },
  link: HeldLink,
  now: number,
): string {
  const until = now + HELD_LINK_DAYS * DAY_SECONDS;
  const parts = [link.heldId, link.keeperId.toString(36), until.toString(36), markOf(key, link, until)];
  return `${publicUrl.replace(/\/+$/, '')}${HELD_LINK_PATH}#${parts.join('.')}`;
}

/** Null for a token that is not ours. */
export function readHeldToken(key: Buffer, token: string, now: number): GenuineLink | null {
  const [, heldId, keeper = '', said = '', mark = ''] = TOKEN.exec(token) ?? [];
  if (heldId === undefined) return null;
  const link = { heldId, keeperId: Number.parseInt(keeper, 36) };
  const until = Number.parseInt(said, 36);
  // A number has one way to be written: with another one it would be a second token for the same link.
  if (keeper !== link.keeperId.toString(36) || said !== until.toString(36)) return null;
  if (!timingSafeEqual(Buffer.from(markOf(key, link, until)), Buffer.from(mark))) return null;
  return { ...link, works: until >= now };
}

function markOf(key: Buffer, { heldId, keeperId }: HeldLink, until: number): string {
  return createHmac('sha256', key)
    .update(`held ${heldId} ${keeperId} ${until}`)
    .digest('hex')
    .slice(0, MARK_LENGTH);
}
