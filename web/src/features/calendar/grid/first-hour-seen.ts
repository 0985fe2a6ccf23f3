/** A day begins to be seen here. */
const FIRST_HOUR = 7;

/** Morning, unless the hour that it is would not be seen then: `seen` hours have room. */
export function firstHourSeen(hour: number | null, seen: number): number {
  if (hour === null || !Number.isFinite(seen) || (hour > FIRST_HOUR && hour < FIRST_HOUR + seen - 1))
    return FIRST_HOUR;
  return Math.max(0, hour < FIRST_HOUR ? hour - 1 : hour - seen + 2);
}
