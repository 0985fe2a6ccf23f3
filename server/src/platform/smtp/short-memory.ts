import type { DnsRecords } from './judge-protocol.ts';

export type Said = { records: DnsRecords } | { code: string };
type Remembered = { said: Said; until: number };

const REMEMBERED_MS = 3_000;
const AT_MOST = 2_000;
/** A larger answer is rare, and not worth the memory. */
const LONGEST = 4_096;
/** That a name does not exist is an answer; a failure may be over. */
const ANSWERS = ['ENOTFOUND', 'ENODATA'];

export type ShortMemory = {
  get(key: string): Said | undefined;
  set(key: string, said: Said): void;
};

/**
 * Answers of DNS that the thread was told a moment ago. How long an answer holds, the process knows; this only saves
 * asking it anew for every message of a burst, which costs two turns between threads.
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
