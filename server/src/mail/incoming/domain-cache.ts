import type { Clock } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { localDomains } from './recipients.store.ts';

const KEPT_MS = 2_000;
const KEPT_AT_MOST = 10_000;
/** Senders choose the names, so their length is bounded. */
const LONGEST_NAME = 253;

/** Which of the names are local domains. */
export type FindOwnDomains = (names: string[]) => Promise<Set<string>>;

/**
 * A short-lived cache: a burst from one sender queries once. An added or removed domain takes effect some
 * seconds later.
 */
export function createDomainFinder(db: ReadDb, clock: Clock): FindOwnDomains {
  const known = new Map<string, { isOurs: boolean; until: number }>();

  return async (names) => {
    const ours = new Set<string>();
    const unknown: string[] = [];
    for (const name of names) {
      const before = known.get(name);
      if (!before || before.until <= clock.now()) unknown.push(name);
      else if (before.isOurs) ours.add(name);
    }
    if (unknown.length === 0) return ours;
    const found = await localDomains(db, unknown);
    if (known.size >= KEPT_AT_MOST) known.clear();
    for (const name of unknown) {
      const isOurs = found.has(name);
      if (isOurs) ours.add(name);
      if (name.length <= LONGEST_NAME) known.set(name, { isOurs, until: clock.now() + KEPT_MS });
    }
    return ours;
  };
}
