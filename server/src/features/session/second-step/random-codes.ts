import { createHash, randomBytes } from 'node:crypto';
import { grouped, toBase32, ungrouped } from './base32.ts';

const BYTES = 15;
const CODE = /^[a-z2-7]{24}$/;

/** 120 random bits, in a form that people can read and type: recovery codes and app passwords. */
export function newRandomCode(): string {
  return grouped(toBase32(randomBytes(BYTES)));
}

/** The code without spaces; null when malformed. */
export function readRandomCode(text: string): string | null {
  const code = ungrouped(text);
  return CODE.test(code) ? code : null;
}

/** A fast hash suffices, because the codes cannot be brute-forced. */
export function hashRandomCode(code: string): Buffer {
  return createHash('sha256').update(ungrouped(code)).digest();
}
