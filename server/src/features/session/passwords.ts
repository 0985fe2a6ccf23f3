import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's parameters, which follow the OWASP recommendation. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

// Verified against when there is no such account, so that the answer takes as long as for one.
let standIn: Promise<string> | undefined;

export async function passwordIsRight(password: string, passwordHash: string | null): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  standIn ??= hash('a password that nobody has');
  await verify(await standIn, password);
  return false;
}
