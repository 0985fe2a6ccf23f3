import type { Clock } from '../platform/clock.ts';

export type TestClock = Clock & {
  /** Advances time: due timers run in order; over a long time, not every turn of repeating ones. */
  advance(ms: number): Promise<void>;
  set(ms: number): void;
  /** Sets the time later, without the timers in between: a month has a million of their turns. */
  pass(ms: number): void;
};

type Timer = { at: number; run: () => void; every: number | null };

/**
 * The maximum number of turns of a repeating timer per advance, spread evenly: a day has 86,400 turns of a
 * second.
 */
const MOST_TURNS = 30;

/** Friday 20 November 2026, 09:00 in Ho Chi Minh City. */
export const TEST_NOW = Date.UTC(2026, 10, 20, 2, 0, 0);

/** A clock that stands still until it is moved. */
export function createTestClock(start: number = TEST_NOW): TestClock {
  let now = start;
  const timers = new Set<Timer>();

  function add(timer: Timer) {
    timers.add(timer);
    return { stop: () => void timers.delete(timer) };
  }

  return {
    now: () => now,
    sleep(ms, signal) {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = add({ at: now + ms, run: resolve, every: null });
        signal?.addEventListener('abort', () => {
          timer.stop();
          resolve();
        });
      });
    },
    every: (ms, run) => add({ at: now + ms, run, every: ms }),
    after: (ms, run) => add({ at: now + ms, run, every: null }),
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        now = Math.max(now, due.at);
        if (due.every === null) timers.delete(due);
        else due.at = nextTurn(due.at, due.every, ms, until);
        due.run();
        await othersHaveRun();
      }
      now = until;
      // Otherwise a test that advances time until something arrives would starve its arrival.
      await othersHaveRun();
    },
    set(ms) {
      now = ms;
    },
    pass(ms) {
      now += ms;
      for (const timer of timers) {
        if (timer.every !== null && timer.at < now)
          timer.at += Math.ceil((now - timer.at) / timer.every) * timer.every;
      }
    },
  };
}

/** The last turn before the end is among those that run. */
function nextTurn(at: number, every: number, ms: number, until: number): number {
  const stride = every * Math.max(1, Math.ceil(ms / every / MOST_TURNS));
  const last = at + Math.floor((until - at) / every) * every;
  return last > at ? Math.min(at + stride, last) : at + every;
}

/** Includes callbacks that wait for a socket or a file. */
function othersHaveRun(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
