type Row = { id: string };

/** Where a list has to be scrolled to so that its first row in view stays where it is. */
export function stableOffset(
  before: readonly Row[],
  after: readonly Row[],
  offset: number,
  height: number,
): number {
  if (offset <= 0) return offset;
  const first = Math.floor(offset / height);
  const index = new Map(after.map((row, at) => [row.id, at]));
  // The first row in view may be the one that has just gone: then the next that is still there holds the place.
  for (let at = first; at < before.length; at += 1) {
    const now = index.get(before[at]?.id ?? '');
    if (now === undefined) continue;
    const gone = at - first;
    return Math.max(0, offset + (now - (at - gone)) * height);
  }
  return offset;
}
