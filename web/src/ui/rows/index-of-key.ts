type Grid = {
  /** Index of the cursor; -1 while there is none. */
  at: number;
  count: number;
  /** More than one where entries are side by side. */
  columns?: number;
  /** Number of rows that Page Up and Page Down skip. */
  page: number;
  /**
   * Start index of a step while there is no cursor; left out, as if the cursor were before the first entry.
   */
  begin?(): number;
};

/** The new index of a grid's cursor after a key; null for other keys. */
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

/** The number of rows in view less one, which stays visible when paging. */
export function rowsOfPage(scroller: HTMLElement | null, height: number): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? height) / height) - 1);
}
