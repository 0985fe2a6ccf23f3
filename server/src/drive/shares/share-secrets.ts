import { normalizePassword } from '@bocau/contract/password-rules.ts';
import { hash, verify } from '@node-rs/argon2';
import { type LinkToken, newLinkToken, openLinkToken } from '../../platform/secrets/link-token.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const PURPOSE = 'share link';

export function newShareToken(secrets: SecretBox, mailboxId: number): LinkToken {
  return newLinkToken(secrets, { mailboxId, purpose: PURPOSE });
}

export function sealShareToken(secrets: SecretBox, mailboxId: number, token: string): Buffer {
  return secrets.seal(Buffer.from(token), { mailboxId, purpose: PURPOSE });
}

/** Null when the server has no key, or not the one it was encrypted with. */
export function openShareToken(
  secrets: SecretBox | null,
  mailboxId: number,
  sealed: Buffer | null,
): string | null {
  return openLinkToken(secrets, { mailboxId, purpose: PURPOSE }, sealed);
}

/** Argon2id, like users' passwords. */
export function hashSharePassword(password: string): Promise<string> {
  return hash(normalizePassword(password));
}

export function sharePasswordIsRight(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, normalizePassword(password));
}
