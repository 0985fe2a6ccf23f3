export type Mutex = {
  /** Runs the task when all before it have ended, well or not; `isLast` while no other waits behind it. */
  run<T>(task: (isLast: () => boolean) => Promise<T>): Promise<T>;
  /** When the tasks that were queued at the call have ended: whether none is queued now. */
  idle(): Promise<boolean>;
};

/** One task after the other: of two saves at once the older one could arrive last. */
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
