import type { ModelClock } from '../environment.ts';

export type ManualClock = ModelClock & {
  /** Advances time: due timers run in order, and the work that they start is awaited. */
  advance(ms: number): Promise<void>;
};

type Timer = { at: number; run: () => void; every: number | null };

/** A clock that stands still until it is advanced. */
export function createManualClock(): ManualClock {
  let now = Date.UTC(2026, 10, 20, 2, 0, 0);
  const timers = new Set<Timer>();

  function add(timer: Timer) {
    timers.add(timer);
    return { stop: () => void timers.delete(timer) };
  }

  return {
    now: () => now,
    after: (ms, run) => add({ at: now + ms, run, every: null }),
    every: (ms, run) => add({ at: now + ms, run, every: ms }),
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (;;) {
        let due: Timer | null = null;
        for (const timer of timers) {
          if (timer.at <= until && (!due || timer.at < due.at)) due = timer;
        }
        if (!due) break;
        now = Math.max(now, due.at);
        if (due.every === null) timers.delete(due);
        else due.at += due.every;
        due.run();
        await settle();
      }
      now = until;
    },
  };
}

/** No promise chain in the model is longer than this. */
const LONGEST_CHAIN = 80;

/** Runs all pending work that needs no time to pass. */
async function settle(): Promise<void> {
  for (let step = 0; step < LONGEST_CHAIN; step++) await null;
}
