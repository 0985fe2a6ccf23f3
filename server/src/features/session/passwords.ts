import { normalizePassword } from '@bocau/contract/password-rules.ts';
import { hash, verify } from '@node-rs/argon2';
import { isSha512Crypt, verifySha512Crypt } from '../../platform/secrets/sha512-crypt.ts';

/** Argon2id with the parameters that OWASP recommends. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), { memoryCost: COSTS.memory, timeCost: COSTS.passes });
}

/** The cost of a new hash: memory in KiB, and passes. */
const COSTS = { memory: 19_456, passes: 2 };
const ARGON2ID_COSTS = /^\$argon2id\$v=\d+\$m=(\d+),t=(\d+),/;

/** A hash of another mail system, or cheaper than a new one: replaced at the next successful sign-in. */
export function isOutdated(passwordHash: string): boolean {
  const [, memory = '0', passes = '0'] = ARGON2ID_COSTS.exec(passwordHash) ?? [];
  return Number(memory) < COSTS.memory || Number(passes) < COSTS.passes;
}

// Verified for unknown accounts, so that the response takes equally long (timing).
let standIn: Promise<string> | undefined;

export async function passwordIsRight(password: string, passwordHash: string | null): Promise<boolean> {
  if (passwordHash !== null) {
    const normal = normalizePassword(password);
    if (isSha512Crypt(passwordHash)) return verifySha512Crypt(passwordHash, password);
    if (await verify(passwordHash, normal)) return true;
    // A hash stored before passwords were normalized.
    return normal !== password && verify(passwordHash, password);
  }
  standIn ??= hash('a password that nobody has');
  await verify(await standIn, password);
  return false;
}
