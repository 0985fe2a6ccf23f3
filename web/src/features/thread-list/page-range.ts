export type PageRange = {
  /** Of the first and the last row, from 1; both 0 when there is nothing. */
  from: number;
  to: number;
  total: number;
  /** Pages to go to, from 1; null where the way leads nowhere. */
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

/** `shown` is how many rows the page has; a capped total says only that there are at least so many. */
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
 * Where to go from a page that has nothing left; null while it is one of the list's pages: what comes after it moves
 * up and fills it.
 */
export function pageInstead(page: number, size: number, total: number, capped: boolean): number | null {
  if (page === 1) return null;
  if (capped) return page - 1;
  const last = Math.max(1, Math.ceil(total / size));
  return page > last ? last : null;
}
