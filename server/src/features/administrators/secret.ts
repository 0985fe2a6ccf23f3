import { createHash, randomBytes } from 'node:crypto';

/** Identifies a token wherever it turns up, such as in a log where it should not be (secret scanning). */
const PREFIX = 'bocau_admin_';

export function newAdminToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** The token is random: it cannot be guessed, so a slow hash would add nothing. */
export function hashAdminToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
