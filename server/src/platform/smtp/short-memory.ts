import type { DnsRecords } from './judge-protocol.ts';

export type Said = { records: DnsRecords } | { code: string };
type Remembered = { said: Said; until: number };

const REMEMBERED_MS = 3_000;
const AT_MOST = 2_000;
/** Larger answers are rare, and not worth the memory. */
const LONGEST = 4_096;
/** A negative answer is cached; a failure may be transient. */
const ANSWERS = ['ENOTFOUND', 'ENODATA'];

export type ShortMemory = {
  get(key: string): Said | undefined;
  set(key: string, said: Said): void;
};

/**
 * A short-lived cache of DNS answers in the thread. The process knows their TTL; this only avoids asking it
 * again for every message of a burst, which costs two round trips between threads.
 */
export function createShortMemory(now: () => number): ShortMemory {
  const remembered = new Map<string, Remembered>();
  return {
    get(key) {
      const entry = remembered.get(key);
      return entry && entry.until > now() ? entry.said : undefined;
    },
    set(key, said) {
      const worthIt =
        'code' in said ? ANSWERS.includes(said.code) : JSON.stringify(said.records).length < LONGEST;
      if (!worthIt) return;
      if (remembered.size >= AT_MOST) remembered.clear();
      remembered.set(key, { said, until: now() + REMEMBERED_MS });
    },
  };
}
