/** Changes that were applied while a request was in flight: its answer may be older than they are. */
export type Reading<Change> = { appliedSince(): readonly Change[]; done(): void };

export type ChangeLog<Change> = { applied(change: Change): void; startReading(): Reading<Change> };

/** Keeps changes only while a request is in flight that began before them. */
export function createChangeLog<Change>(): ChangeLog<Change> {
  const readings = new Set<Change[]>();
  return {
    applied(change) {
      for (const missed of readings) missed.push(change);
    },
    startReading() {
      const missed: Change[] = [];
      readings.add(missed);
      return { appliedSince: () => missed, done: () => void readings.delete(missed) };
    },
  };
}
