import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import type { PageSize } from './pdf-layout.ts';

/** PV-3: so many pages are shown at first, and so many more each time. */
const PAGES = 10;

/** The pages that are shown: each has its room before it is drawn, and nothing jumps. */
export function usePdfPages(document: PDFDocumentProxy, first: readonly PageSize[]) {
  const [sizes, setSizes] = useState(first);
  const known = useRef(first);
  const loading = useRef<Promise<void>>(Promise.resolve());
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  /** Shows more, by tens, until a page is among them. */
  function reach(page: number): void {
    const upTo = Math.min(document.numPages, Math.ceil(page / PAGES) * PAGES);
    // One after the other, or those that come later could stand first; what does not come is asked for again.
    loading.current = loading.current.then(() => load(upTo)).catch(() => undefined);
  }

  async function load(upTo: number): Promise<void> {
    const from = known.current.length + 1;
    if (upTo < from) return;
    const more = await measurePages(document, from, upTo);
    if (left.current) return;
    known.current = [...known.current, ...more];
    setSizes(known.current);
  }

  return { sizes, reach, more: () => reach(sizes.length + 1) };
}

export function measureFirstPages(document: PDFDocumentProxy): Promise<PageSize[]> {
  return measurePages(document, 1, Math.min(PAGES, document.numPages));
}

async function measurePages(document: PDFDocumentProxy, from: number, to: number): Promise<PageSize[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return Promise.all(
    numbers.map(async (number) => {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
      return { width, height };
    }),
  );
}
