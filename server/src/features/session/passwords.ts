import { normalizePassword } from '@bocau/contract/password-rules.ts';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's parameters, which follow the OWASP recommendation. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password));
}

// Verified against when there is no such account, so that the answer takes as long as for one.
let standIn: Promise<string> | undefined;

export async function passwordIsRight(password: string, passwordHash: string | null): Promise<boolean> {
  if (passwordHash !== null) {
    const normal = normalizePassword(password);
    if (await verify(passwordHash, normal)) return true;
    // One that was stored before passwords were normalized.
    return normal !== password && verify(passwordHash, password);
  }
  standIn ??= hash('a password that nobody has');
  await verify(await standIn, password);
  return false;
}
