/** Times of day as `22:00`; the end may be on the next day. */
export type QuietHours = { from: string; to: string };

/** The end itself is not quiet any more; where both are the same, nothing is. */
export function isQuiet({ from, to }: QuietHours, time: string): boolean {
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
