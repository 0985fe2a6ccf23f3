/** The size of a page, in points. */
export type PageSize = { width: number; height: number };

/** The gap around and between pages; the same as in the style sheet. */
const GAP = 16;

/** The top of each page when all are drawn with the same width. */
export function pageTops(sizes: readonly PageSize[], width: number): number[] {
  let top = GAP;
  return sizes.map((size) => {
    const here = top;
    top += heightOf(size, width) + GAP;
    return here;
  });
}

export function heightOf({ width, height }: PageSize, drawn: number): number {
  return (drawn * height) / width;
}

/** The page at a scroll position, counted from 1; the gap after a page belongs to it. */
export function pageAt(tops: readonly number[], y: number): number {
  return Math.max(1, tops.findLastIndex((top) => top <= y) + 1);
}

/** A scroll position as a page and a fraction of its height, which zooming does not change. */
export type Anchor = { page: number; part: number };

export function anchorAt(sizes: readonly PageSize[], width: number, y: number): Anchor {
  const tops = pageTops(sizes, width);
  const page = pageAt(tops, y);
  const size = sizes[page - 1];
  return { page, part: size ? (y - (tops[page - 1] ?? 0)) / heightOf(size, width) : 0 };
}

export function placeOf(sizes: readonly PageSize[], width: number, { page, part }: Anchor): number {
  const size = sizes[page - 1];
  return size ? (pageTops(sizes, width)[page - 1] ?? 0) + part * heightOf(size, width) : 0;
}
