import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { type Anchor, anchorAt, type PageSize, pageAt, pageTops, placeOf } from './pdf-layout.ts';
import { usePdfPages } from './use-pdf-pages.ts';

const WIDTH = 860;
const STEP = 1.25;
const ZOOM = { least: 0.5, most: 4 } as const;
/** The current page is the one that begins above this fraction of the visible height. */
const READ = 0.25;

export type PdfView = ReturnType<typeof usePdfView>;

/** Which pages are shown, their size, and the current one. */
export function usePdfView(document: PDFDocumentProxy, first: readonly PageSize[]) {
  const { sizes, reach, more } = usePdfPages(document, first);
  const [zoom, setZoom] = useState(1);
  const [room, setRoom] = useState(0);
  const [page, setPage] = useState(1);
  const [, go] = useReducer((times: number) => times + 1, 0);
  const scroll = useRef<HTMLElement>(null);
  const width = room * zoom;

  /** The position to scroll to after the next render, and the resulting scrollTop. */
  const wanted = useRef<Anchor | null>(null);
  const went = useRef<number | null>(null);
  useLayoutEffect(() => {
    const place = scroll.current;
    const to = wanted.current;
    if (!place || !to || to.page > sizes.length || width === 0) return;
    wanted.current = null;
    place.scrollTop = placeOf(sizes, width, to);
    went.current = place.scrollTop;
    setPage(to.page);
  });

  function goTo(number: number): void {
    wanted.current = { page: number, part: 0 };
    setPage(number);
    go();
    reach(number);
  }

  function zoomTo(asked: number): void {
    const place = scroll.current;
    const next = within(asked);
    if (!place || next === zoom) return;
    wanted.current = anchorAt(sizes, width, place.scrollTop);
    setZoom(next);
  }

  function onScroll(): void {
    const place = scroll.current;
    if (!place || (went.current !== null && Math.abs(place.scrollTop - went.current) < 2)) return;
    went.current = null;
    const atEnd = place.scrollTop > 0 && place.scrollTop + place.clientHeight >= place.scrollHeight - 2;
    const seen = pageAt(pageTops(sizes, width), place.scrollTop + place.clientHeight * READ);
    setPage(atEnd ? sizes.length : Math.min(seen, sizes.length));
  }

  function isInSight(number: number): boolean {
    const place = scroll.current;
    if (!place) return false;
    const [from, to] = [0, 1].map((part) => placeOf(sizes, width, { page: number, part }));
    return (from ?? 0) < place.scrollTop + place.clientHeight && (to ?? 0) > place.scrollTop;
  }

  const zooming = {
    zoomIn: () => zoomTo(zoom * STEP),
    zoomOut: () => zoomTo(zoom / STEP),
    fit: () => zoomTo(1),
    isLeast: zoom <= ZOOM.least,
    isFit: zoom === 1,
    isMost: zoom >= ZOOM.most,
  };
  useWheelZoom(scroll, zooming);

  return {
    scroll,
    sizes,
    more,
    width,
    /** For the element that contains the pages. */
    measure: (element: HTMLElement | null) => {
      if (element) setRoom(Math.min(WIDTH, element.clientWidth - 32));
    },
    page,
    goTo,
    isInSight,
    onScroll,
    zooming,
  };
}

type Zooming = { zoomIn(): void; zoomOut(): void };

/** Ctrl+wheel, which is also how browsers report a pinch. */
function useWheelZoom(scroll: { readonly current: HTMLElement | null }, zooming: Zooming): void {
  const latest = useRef(zooming);
  latest.current = zooming;
  useEffect(() => {
    const place = scroll.current;
    // React's wheel listeners are passive, so they cannot stop the browser from zooming the page.
    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      if (event.deltaY < 0) latest.current.zoomIn();
      else latest.current.zoomOut();
    }
    place?.addEventListener('wheel', onWheel, { passive: false });
    return () => place?.removeEventListener('wheel', onWheel);
  }, [scroll]);
}

function within(zoom: number): number {
  // Snaps to exactly 1, despite rounding.
  const near = Math.abs(zoom - 1) < 0.01 ? 1 : zoom;
  return Math.min(ZOOM.most, Math.max(ZOOM.least, near));
}
