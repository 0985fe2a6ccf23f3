import type { Clock } from './clock.ts';

export type Pace<Key> = {
  /** Takes this amount, and returns the delay in milliseconds until the next should be taken. */
  spend(key: Key, amount: number): number;
};

/** Once there are this many keys, those whose bucket is full again are evicted. */
const KNOWN_AT_MOST = 1_000;

/** A token bucket for each key: `burst` at once, then a rate per second. */
export function createPace<Key>(
  clock: Pick<Clock, 'now'>,
  { burst, perSecond }: { burst: number; perSecond: number },
): Pace<Key> {
  const spent = new Map<Key, { amount: number; at: number }>();

  function spentBy(key: Key): number {
    const before = spent.get(key);
    if (!before) return 0;
    return Math.max(0, before.amount - ((clock.now() - before.at) / 1_000) * perSecond);
  }

  return {
    spend(key, amount) {
      if (spent.size >= KNOWN_AT_MOST)
        for (const known of spent.keys()) if (spentBy(known) === 0) spent.delete(known);
      const now = spentBy(key) + amount;
      spent.set(key, { amount: now, at: clock.now() });
      return Math.max(0, ((now - burst) / perSecond) * 1_000);
    },
  };
}
