import type { ChangeSet } from '@bocau/contract/changes.ts';

/** What was laid while a request was under way: its answer may be older than that. */
export type Reading = { laidSince(): readonly ChangeSet[]; done(): void };

export type ChangeLog = { laid(changes: ChangeSet): void; startReading(): Reading };

/** Keeps changes only as long as a request is under way that began before them. */
export function createChangeLog(): ChangeLog {
  const readings = new Set<ChangeSet[]>();
  return {
    laid(changes) {
      for (const missed of readings) missed.push(changes);
    },
    startReading() {
      const missed: ChangeSet[] = [];
      readings.add(missed);
      return { laidSince: () => missed, done: () => void readings.delete(missed) };
    },
  };
}
