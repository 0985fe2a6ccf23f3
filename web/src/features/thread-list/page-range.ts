export type PageRange = {
  /** The numbers of the first and last row, from 1; both 0 for an empty list. */
  from: number;
  to: number;
  total: number;
  /** Pages to go to, from 1; null where there is none. */
  newest: number | null;
  previous: number | null;
  next: number | null;
  oldest: number | null;
};

export type PageName = 'newest' | 'previous' | 'next' | 'oldest';

/** In an order other than by date no page is newer than another. */
export function pageWords<Name extends PageName>(name: Name, sorted: boolean) {
  return sorted ? (`threadList.sorted.${name}` as const) : (`threadList.${name}` as const);
}

/** `shown` is the number of rows on the page; a capped total is only a lower bound. */
export function pageRange(
  page: number,
  size: number,
  shown: number,
  total: number,
  capped: boolean,
): PageRange {
  const before = (page - 1) * size;
  const last = Math.max(1, Math.ceil(total / size));
  const more = capped ? shown === size : page < last;
  return {
    from: shown > 0 ? before + 1 : 0,
    to: shown > 0 ? before + shown : 0,
    total,
    newest: page > 1 ? 1 : null,
    previous: page > 1 ? Math.min(page - 1, capped ? page : last) : null,
    next: more ? page + 1 : null,
    oldest: !capped && page < last ? last : null,
  };
}

/**
 * The page to go to from one that has become empty beyond the list's end; null while the page still exists,
 * since later rows move up and fill it.
 */
export function pageInstead(page: number, size: number, total: number, capped: boolean): number | null {
  if (page === 1) return null;
  if (capped) return page - 1;
  const last = Math.max(1, Math.ceil(total / size));
  return page > last ? last : null;
}
