export type Turns = {
  /** Runs when all before it have ended, well or not; `isLast` while no other waits behind it. */
  take<T>(run: (isLast: () => boolean) => Promise<T>): Promise<T>;
  /** When those that were there at the call have ended: whether there are none now. */
  ended(): Promise<boolean>;
};

/** One after the other: of two saves at once the older one could come last. */
export function createTurns(): Turns {
  let latest: Promise<unknown> = Promise.resolve();
  let open = 0;
  return {
    take(run) {
      open += 1;
      const turn = latest
        .then(() => run(() => open === 1))
        .finally(() => {
          open -= 1;
        });
      latest = turn.catch(() => undefined);
      return turn;
    },
    async ended() {
      await latest;
      return open === 0;
    },
  };
}
