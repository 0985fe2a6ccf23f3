import { createHash, randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Where a UUID has its version. */
const VERSION_AT = 14;
const RANDOM_BYTES = 10;
/** Drawn for many ids at a time: each request for random bytes costs more than using them. */
const drawn = Buffer.alloc(RANDOM_BYTES * 100);
let used = drawn.length;

/** A UUID version 7: the time first, so that new rows are adjacent in an index, then random bits. */
export function newId(clock: Clock): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  const time = clock.now().toString(16).padStart(12, '0');
  random[0] = ((random[0] as number) & 0x0f) | 0x70;
  random[2] = ((random[2] as number) & 0x3f) | 0x80;
  const rest = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}

/** A lower bound for ids that `newId` made at this time or later, to start an index range scan. */
export function firstIdFrom(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/**
 * A UUID version 8 (RFC 9562) derived from the text: the same text always gives the same id, so it works as
 * an idempotency key.
 */
export function idFromText(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Ids that follow from texts belong to what the texts name: nobody may choose one. */
export function isIdFromText(id: string): boolean {
  return id[VERSION_AT] === '8';
}

/** The creation time of a version 7 id, in Unix seconds. */
export function idTime(id: string): number {
  return Math.floor(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / 1000);
}

/** Ids are opaque to clients, so a malformed id is treated as one that does not exist. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
