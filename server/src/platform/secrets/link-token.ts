import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox, SecretContext } from './secret-box.ts';

/** 144 random bits, in 24 characters. */
const TOKEN_BYTES = 18;

/** The secret of a link: found again by its hash, shown again to who made it. */
export type LinkToken = { token: string; hash: Buffer; sealed: Buffer };

export function newLinkToken(secrets: SecretBox, owner: SecretContext): LinkToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashLinkToken(token), sealed: secrets.seal(Buffer.from(token), owner) };
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Null when the server has no key, or not the one it was encrypted with. */
export function openLinkToken(
  secrets: SecretBox | null,
  owner: SecretContext,
  sealed: Buffer | null,
): string | null {
  if (!secrets || !sealed) return null;
  try {
    return secrets.open(sealed, owner).toString();
  } catch {
    return null;
  }
}
