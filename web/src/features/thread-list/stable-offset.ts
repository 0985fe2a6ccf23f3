type Row = { id: string };

/** The scroll offset that keeps a list's first visible row in place. */
export function stableOffset(
  before: readonly Row[],
  after: readonly Row[],
  offset: number,
  height: number,
): number {
  if (offset <= 0) return offset;
  const first = Math.floor(offset / height);
  const index = new Map(after.map((row, at) => [row.id, at]));
  // If the first visible row is gone, the next remaining one serves as the anchor.
  for (let at = first; at < before.length; at += 1) {
    const now = index.get(before[at]?.id ?? '');
    if (now === undefined) continue;
    const gone = at - first;
    return Math.max(0, offset + (now - (at - gone)) * height);
  }
  return offset;
}
