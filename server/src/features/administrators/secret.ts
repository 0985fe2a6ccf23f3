import { createHash, randomBytes } from 'node:crypto';

/** By it a token is known wherever it turns up, as in a log that it should not be in. */
const PREFIX = 'bocau_admin_';

export function newAdminToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Of random bits: nothing is guessed, and a slow hash would protect nothing. */
export function hashAdminToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
