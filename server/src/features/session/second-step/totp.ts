import { createHmac, timingSafeEqual } from 'node:crypto';
import { toBase32 } from './base32.ts';

const DIGITS = 6;
const STEP_SECONDS = 30;
/** A clock may be half a minute off, and typing takes a moment. */
const STEPS_BESIDE = 1;

export const TOTP_SECRET_BYTES = 20;

/** RFC 4226: the code of a counter. */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', secret).update(moving).digest();
  const offset = (digest.at(-1) as number) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function timeStep(now: number): number {
  return Math.floor(now / STEP_SECONDS);
}

/** RFC 6238: the time step of a code; null when it matches no valid one, or one that was used. */
export function findTimeStep(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let beside = -STEPS_BESIDE; beside <= STEPS_BESIDE; beside += 1) {
    const step = timeStep(now) + beside;
    const expected = Buffer.from(hotp(secret, step));
    const same = given.length === expected.length && timingSafeEqual(given, expected);
    if (same && step > lastStep) found = step;
  }
  return found;
}

export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** The content of the QR code for an authenticator app. */
export function totpUri(secret: Buffer, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const query = `secret=${toBase32(secret).toUpperCase()}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
