export type Mutex = {
  /**
   * Runs the task after all earlier ones have ended, well or not; `isLast`: no other task waits behind it.
   */
  run<T>(task: (isLast: () => boolean) => Promise<T>): Promise<T>;
  /** Settles when the tasks that were queued at the call have ended; true if none is queued then. */
  idle(): Promise<boolean>;
};

/** Runs one task at a time: of two concurrent saves, the older one could arrive last. */
export function createMutex(): Mutex {
  let latest: Promise<unknown> = Promise.resolve();
  let queued = 0;
  return {
    run(task) {
      queued += 1;
      const result = latest
        .then(() => task(() => queued === 1))
        .finally(() => {
          queued -= 1;
        });
      latest = result.catch(() => undefined);
      return result;
    },
    async idle() {
      await latest;
      return queued === 0;
    },
  };
}
