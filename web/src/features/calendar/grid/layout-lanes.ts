/** A bar over columns of days, both included; `from` and `to` may lie outside of what is shown. */
export type Bar = { from: number; to: number };

export type LanePlace = {
  lane: number;
  from: number;
  to: number;
  /** It goes on before the first column, or after the last. */
  isCutBefore: boolean;
  isCutAfter: boolean;
};

/**
 * Bars in lanes, one above the other: the earlier and then the longer first. In the order of what is given. `above` is
 * one that has its place in the first lane already.
 */
export function layoutLanes(bars: readonly Bar[], columns: number, above: Bar | null = null): LanePlace[] {
  const lanes: boolean[][] = [];
  if (above)
    lanes[0] = Array.from({ length: columns }, (_, column) => column >= above.from && column <= above.to);
  const places: LanePlace[] = [];
  const order = bars
    .map((bar, at) => ({ ...bar, at }))
    .sort((one, other) => one.from - other.from || other.to - one.to || one.at - other.at);
  for (const { from, to, at } of order) {
    const first = Math.max(0, from);
    const last = Math.min(columns - 1, to);
    let lane = 0;
    while (isTaken(lanes[lane] ?? [], first, last)) lane += 1;
    const taken = lanes[lane] ?? [];
    lanes[lane] = taken;
    for (let column = first; column <= last; column += 1) taken[column] = true;
    places[at] = { lane, from: first, to: last, isCutBefore: from < 0, isCutAfter: to >= columns };
  }
  return places;
}

function isTaken(lane: readonly boolean[], from: number, to: number): boolean {
  return lane.slice(from, to + 1).some(Boolean);
}
