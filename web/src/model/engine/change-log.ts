/** What was applied while a request was under way: its answer may be older than that. */
export type Reading<Change> = { appliedSince(): readonly Change[]; done(): void };

export type ChangeLog<Change> = { applied(change: Change): void; startReading(): Reading<Change> };

/** Keeps changes only as long as a request is under way that began before them. */
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
