/** Something that stands in the column of a day, from and to in any one unit. */
export type Placed = { start: number; end: number };

/** Where it stands, as parts of the column's width. */
export type Place = { left: number; width: number };

/**
 * CV-8: events that overlap stand side by side; each is as wide as the columns right of it are free. In the order of
 * what is given. `least`: how long the shortest one is drawn.
 */
export function layoutDay(events: readonly Placed[], least: number): Place[] {
  const places: Place[] = [];
  const ends = events.map(({ start, end }) => Math.max(end, start + least));
  const order = events
    .map((_, at) => at)
    .sort((one, other) => startOf(one) - startOf(other) || endOf(other) - endOf(one) || one - other);
  let cluster: number[] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const at of order) {
    if (startOf(at) >= until) {
      placeCluster(cluster);
      cluster = [];
    }
    cluster.push(at);
    until = Math.max(until, endOf(at));
  }
  placeCluster(cluster);
  return places;

  function startOf(at: number): number {
    return events[at]?.start ?? 0;
  }

  function endOf(at: number): number {
    return ends[at] ?? 0;
  }

  function overlaps(one: number, other: number): boolean {
    return startOf(one) < endOf(other) && startOf(other) < endOf(one);
  }

  /** Events that overlap one another, directly or by others, in as few columns as they need. */
  function placeCluster(members: readonly number[]): void {
    const columns: number[][] = [];
    for (const at of members) {
      const free = columns.find((column) => column.every((other) => !overlaps(at, other)));
      if (free) free.push(at);
      else columns.push([at]);
    }
    for (const [index, column] of columns.entries()) {
      for (const at of column) {
        let span = 1;
        while (columns[index + span]?.every((other) => !overlaps(at, other))) span += 1;
        places[at] = { left: index / columns.length, width: span / columns.length };
      }
    }
  }
}
