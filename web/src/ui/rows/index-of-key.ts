type Grid = {
  /** Of the cursor; -1 while there is none. */
  at: number;
  count: number;
  /** More than one where entries stand beside each other. */
  columns?: number;
  /** Rows that Page Up and Page Down go past. */
  page: number;
  /** Where a step leads while there is no cursor; else as if it stood before the first entry. */
  begin?(): number;
};

/** Where a key leads the cursor of a grid; null for keys that mean something else. */
export function indexOfKey(key: string, { at, count, columns = 1, page, begin }: Grid): number | null {
  const step = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
    PageDown: page * columns,
    PageUp: -page * columns,
  }[key];
  const end = { Home: 0, End: count - 1 }[key];
  const to = end ?? (step && (at < 0 && begin ? begin() : at + step));
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

/** All rows in view but one, which stays in sight. */
export function rowsOfPage(scroller: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? height) / height) - 1);
}
