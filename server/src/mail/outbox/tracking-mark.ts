import { createHash, randomBytes } from 'node:crypto';

/** The tracking pixel that one message carries. Only who has the message knows its token. */
export type TrackingMark = { tokenHash: Buffer; pixelUrl: string };

const TOKEN_BYTES = 24;

export function newMark(publicUrl: string): TrackingMark {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { tokenHash: hashToken(token), pixelUrl: `${pixelsOf(publicUrl)}${token}.gif` };
}

/** The token that an address of ours names; null for every other address. */
export function tokenIn(url: string, publicUrl: string): string | null {
  const pixels = pixelsOf(publicUrl);
  return url.startsWith(pixels)
    ? (/^([\w-]{1,100})\.gif$/.exec(url.slice(pixels.length))?.[1] ?? null)
    : null;
}

function pixelsOf(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/t/`;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
