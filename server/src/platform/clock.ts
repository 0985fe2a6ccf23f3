/** The clock is injected so that tests control time. Only this file may use Date.now and the global timers. */
export type Clock = {
  /** Milliseconds since the Unix epoch, like Date.now. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  every(ms: number, run: () => void): { stop(): void };
  after(ms: number, run: () => void): { stop(): void };
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
      if (signal?.aborted) done();
      else signal?.addEventListener('abort', done);
    });
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    timer.unref();
    return { stop: () => clearInterval(timer) };
  },
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return { stop: () => clearTimeout(timer) };
  },
};

/** Unix seconds, the unit of every time that leaves the server. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
