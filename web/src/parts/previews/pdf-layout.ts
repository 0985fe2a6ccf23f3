/** Of one page, in points. */
export type PageSize = { width: number; height: number };

/** Around the pages and between them, as the stylesheet has it. */
const GAP = 16;

/** Where each page begins when all are drawn with the same width. */
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

/** The page at a height, counted from 1; the space between two belongs to the one before. */
export function pageAt(tops: readonly number[], y: number): number {
  return Math.max(1, tops.findLastIndex((top) => top <= y) + 1);
}

/** A place as a page and a part of its height, which stays the same when all become larger. */
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
