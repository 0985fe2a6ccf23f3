import { createHash, randomBytes } from 'node:crypto';

/** Opaque and unguessable; the server stores only its hash, so that access to the database opens no session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
