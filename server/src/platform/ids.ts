import { createHash, randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RANDOM_BYTES = 10;
/** Drawn for some ids at a time: asking for chance costs more than using it. */
const drawn = Buffer.alloc(RANDOM_BYTES * 100);
let used = drawn.length;

/** A UUID of version 7: the time first, so that new rows lie together in an index, then chance. */
export function newId(clock: Clock): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  const time = clock.now().toString(16).padStart(12, '0');
  random[0] = (random[0] as number & 0x0f) | 0x70;
  random[2] = (random[2] as number & 0x3f) | 0x80;
  const rest = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}

/** No id that `newId` made at that time or later is below it: it stands where a range of their index begins. */
export function firstIdFrom(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** A UUID of version 8 (RFC 9562): one and the same for the same text, so that what it names exists once. */
export function idFromText(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** When an id of version 7 was made, in Unix seconds. */
export function idTime(id: string): number {
  return Math.floor(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / 1000);
}

/** Ids are opaque to clients, so one that can't be an id is simply one that does not exist. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
