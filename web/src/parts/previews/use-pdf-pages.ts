import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import type { PageSize } from './pdf-layout.ts';

/** PV-3: the number of pages shown at first, and added each time. */
const PAGES = 10;

/** The pages shown: each has its space reserved before it is drawn, so that nothing jumps. */
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

  /** Adds pages, ten at a time, up to a page. */
  function reach(page: number): void {
    const upTo = Math.min(document.numPages, Math.ceil(page / PAGES) * PAGES);
    // Sequential, as later pages could otherwise come first; failed ones are requested again.
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
