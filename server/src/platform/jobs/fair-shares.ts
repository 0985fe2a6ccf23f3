/** Divides the workers of a lane fairly between the accounts that jobs are charged to. */
export type FairShares = {
  /** Waits for this worker's turn to take a job; returns the accounts whose jobs it must skip. */
  turn(): Promise<string[]>;
  /** The worker whose turn it was has taken a job of these accounts. */
  took(shares: string[]): void;
  tookNothing(): void;
  /** The poll failed: the others stop taking turns, because they would fail as slowly. */
  failed(): void;
  ended(shares: string[]): void;
};

/**
 * An account may hold at most as many workers as are free. So one alone gets half of them, each of two a
 * third, and so on: a newcomer always finds some. Workers take jobs one at a time, because the accounts are
 * known only afterwards.
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
