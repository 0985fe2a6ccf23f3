import { createHash, randomBytes } from 'node:crypto';
import { normalizePassword } from '@bocau/contract/password-rules.ts';
import { hash, verify } from '@node-rs/argon2';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const PURPOSE = 'share link';
/** 144 random bits, in 24 characters. */
const TOKEN_BYTES = 18;

export type ShareToken = { token: string; hash: Buffer; sealed: Buffer };

export function newShareToken(secrets: SecretBox, mailboxId: number): ShareToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashShareToken(token), sealed: sealShareToken(secrets, mailboxId, token) };
}

export function sealShareToken(secrets: SecretBox, mailboxId: number, token: string): Buffer {
  return secrets.seal(Buffer.from(token), { mailboxId, purpose: PURPOSE });
}

export function hashShareToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Null when the server has no key, or not the one it was encrypted with. */
export function openShareToken(
  secrets: SecretBox | null,
  mailboxId: number,
  sealed: Buffer | null,
): string | null {
  if (!secrets || !sealed) return null;
  try {
    return secrets.open(sealed, { mailboxId, purpose: PURPOSE }).toString();
  } catch {
    return null;
  }
}

/** Argon2id, like users' passwords. */
export function hashSharePassword(password: string): Promise<string> {
  return hash(normalizePassword(password));
}

export function sharePasswordIsRight(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, normalizePassword(password));
}
