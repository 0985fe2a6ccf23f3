/** Shares the workers of a lane between those on whose account jobs run. */
export type FairShares = {
  /** Waits until it is this worker's turn to take a job, and answers whose jobs it must leave. */
  turn(): Promise<string[]>;
  /** The worker whose turn it was has taken a job of theirs. */
  took(shares: string[]): void;
  tookNothing(): void;
  /** It could not even look: nobody waits for others who will fail as slowly. */
  failed(): void;
  ended(shares: string[]): void;
};

/**
 * Nobody may hold more workers than are left free. So one alone gets half of them, each of two a third, and so on:
 * whoever comes next always finds some. One worker takes at a time, because the shares are known only once it has.
 */
export function createFairShares(workers: number): FairShares {
  const held = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let taking = false;

  function overdrawn(): string[] {
    const free = workers - busy;
    return [...held].filter(([, count]) => count >= free).map(([share]) => share);
  }

  function next(): void {
    const go = waiting.shift();
    if (go) go();
    else taking = false;
  }

  return {
    async turn() {
      if (taking) await new Promise<void>((resolve) => waiting.push(resolve));
      taking = true;
      return overdrawn();
    },
    took(shares) {
      busy += 1;
      for (const share of shares) held.set(share, (held.get(share) ?? 0) + 1);
      next();
    },
    tookNothing: next,
    failed() {
      for (const go of waiting.splice(0)) go();
      taking = false;
    },
    ended(shares) {
      busy -= 1;
      for (const share of shares) {
        const count = (held.get(share) ?? 1) - 1;
        if (count > 0) held.set(share, count);
        else held.delete(share);
      }
    },
  };
}
