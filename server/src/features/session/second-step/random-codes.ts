import { createHash, randomBytes } from 'node:crypto';
import { grouped, toBase32, ungrouped } from './base32.ts';

const BYTES = 15;
const CODE = /^[a-z2-7]{24}$/;

/** 120 random bits, as a person reads and types them: recovery codes, and passwords of programs. */
export function newRandomCode(): string {
  return grouped(toBase32(randomBytes(BYTES)));
}

/** The code without its spaces; null where it can not be one. */
export function readRandomCode(text: string): string | null {
  const code = ungrouped(text);
  return CODE.test(code) ? code : null;
}

/** Nobody can try as many as there are, so that a fast hash protects them. */
export function hashRandomCode(code: string): Buffer {
  return createHash('sha256').update(ungrouped(code)).digest();
}
