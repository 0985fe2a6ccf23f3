import type { Clock } from '../clock.ts';
import type { DnsResolver } from '../smtp/judge-sender.ts';
import { type DnsAnswer, DnsError } from './dns-answer.ts';
import type { DnsClient } from './dns-client.ts';

export type CachedResolverOptions = { clock: Clock; maxBytes?: number };

type Outcome = { answer: DnsAnswer } | { error: DnsError };
type Kept = { outcome: Outcome; until: number; bytes: number };

/** Caps the TTL: a name that was set up a moment ago must not be absent for a day. */
const LONGEST_KEPT_S = 3600;
const LONGEST_ABSENT_S = 15 * 60;
/**
 * Negative caching of failures: a failing or silent server is not asked again by every message of a burst
 * (RFC 9520).
 */
const FAILURE_KEPT_S = 10;
const MAX_BYTES = 8 * 1024 * 1024;
/** Overhead of an entry besides its texts. */
const ENTRY_BYTES = 200;

/**
 * Caches answers for their TTL, negative ones included, and lets concurrent look-ups share one query. An
 * answer is cached only under the question it was given to; the least recently used are evicted first.
 */
export function createCachedResolver(ask: DnsClient, options: CachedResolverOptions): DnsResolver {
  const { clock, maxBytes = MAX_BYTES } = options;
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Outcome>>();
  let bytes = 0;

  function forget(key: string, entry: Kept): void {
    kept.delete(key);
    bytes -= entry.bytes;
  }

  function find(key: string): Outcome | undefined {
    const entry = kept.get(key);
    if (!entry) return undefined;
    if (entry.until <= clock.now()) {
      forget(key, entry);
      return undefined;
    }
    // Moves the entry to the most recently used end.
    kept.delete(key);
    kept.set(key, entry);
    return entry.outcome;
  }

  function keep(key: string, outcome: Outcome): void {
    const seconds = keptFor(outcome);
    if (seconds <= 0) return;
    const entry = { outcome, until: clock.now() + seconds * 1000, bytes: sizeOf(key, outcome) };
    kept.set(key, entry);
    bytes += entry.bytes;
    for (const [oldest, old] of kept) {
      if (bytes <= maxBytes) break;
      forget(oldest, old);
    }
  }

  async function lookUp(key: string, name: string, type: string): Promise<Outcome> {
    const outcome = await ask(name, type).then(
      (answer): Outcome => ({ answer }),
      (error: unknown): Outcome => ({
        error: error instanceof DnsError ? error : new DnsError('ESERVFAIL', name),
      }),
    );
    underWay.delete(key);
    keep(key, outcome);
    return outcome;
  }

  return async (name, type) => {
    const key = `${type} ${name.toLowerCase()}`;
    let outcome = find(key);
    if (!outcome) {
      const asked = underWay.get(key) ?? lookUp(key, name, type);
      underWay.set(key, asked);
      outcome = await asked;
    }
    if ('error' in outcome) throw outcome.error;
    // A copy, because the caller may modify it.
    return structuredClone(outcome.answer.records);
  };
}

function keptFor(outcome: Outcome): number {
  if ('answer' in outcome) return Math.min(outcome.answer.ttl, LONGEST_KEPT_S);
  const { code, ttl } = outcome.error;
  return code === 'ENOTFOUND' || code === 'ENODATA' ? Math.min(ttl, LONGEST_ABSENT_S) : FAILURE_KEPT_S;
}

function sizeOf(key: string, outcome: Outcome): number {
  const said = 'answer' in outcome ? JSON.stringify(outcome.answer.records).length : 0;
  return ENTRY_BYTES + 2 * (key.length + said);
}
