import { isSha512Crypt } from '../../platform/secrets/sha512-crypt.ts';

const SCHEME = /^\{([\w.-]{1,40})\}/;
/** Memory in KiB, passes and threads: a more expensive hash would let one sign-in exhaust the machine. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-4])\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{22,86}$/;
const MOST_MEMORY = 262_144;
/** Per thread, required by the algorithm. */
const LEAST_MEMORY = 8;
const MOST_PASSES = 10;

/** The stored form of another mail system's password hash; null when it cannot be verified. */
export function readImportedHash(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[1]?.toUpperCase();
  if (scheme !== undefined && scheme !== 'ARGON2ID' && scheme !== 'SHA512-CRYPT') return null;
  const hash = text.replace(SCHEME, '');
  if (scheme !== 'ARGON2ID' && isSha512Crypt(hash)) return hash;
  const costs = scheme === 'SHA512-CRYPT' ? null : ARGON2ID.exec(hash);
  if (!costs) return null;
  const [memory = 0, passes = 0, threads = 0] = costs.slice(1).map(Number);
  const isBounded = memory <= MOST_MEMORY && passes <= MOST_PASSES;
  return isBounded && memory >= LEAST_MEMORY * threads ? hash : null;
}

/** For the message why a hash is refused: its scheme, never the hash. */
export function schemeOf(text: string): string {
  return SCHEME.exec(text)?.[1] ?? 'unknown';
}
