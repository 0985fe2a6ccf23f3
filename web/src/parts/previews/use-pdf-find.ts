import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { findInPage, type PageText, pageText, type Span, type TextRun } from './find-in-page.ts';

export type Hit = { page: number; span: Span };
/** `at`: the index of the current hit; -1 while there is none. */
type Found = {
  hits: readonly Hit[];
  at: number;
  /** A new object whenever it should be scrolled into view. */
  current: Hit | null;
  reading: boolean;
};
export type PdfFind = {
  typed: string;
  type(text: string): void;
  found: Found;
  step(by: 1 | -1): void;
};

const NOTHING: Found = { hits: [], at: -1, current: null, reading: false };
/** Hits are shown after each block of so many pages. */
const BLOCK = 10;

/**
 * Searches all pages of a document, including those that are not drawn; it starts at `startPage`, where the
 * user reads.
 */
export function usePdfFind(document: PDFDocumentProxy, startPage: () => number): PdfFind {
  const [typed, type] = useState('');
  const [found, setFound] = useState(NOTHING);
  const texts = useRef(new Map<number, PageText>());
  const start = useRef(startPage);
  start.current = startPage;

  useEffect(() => {
    if (typed.trim() === '') {
      setFound(NOTHING);
      return undefined;
    }
    let left = false;
    const from = start.current();

    async function textOf(number: number): Promise<PageText> {
      const known = texts.current.get(number);
      if (known) return known;
      const read = pageText(await readRuns(document, number));
      texts.current.set(number, read);
      return read;
    }

    async function look(): Promise<void> {
      const hits: Hit[] = [];
      for (let page = 1; page <= document.numPages; page += 1) {
        const text = await textOf(page);
        if (left) return;
        hits.push(...findInPage(text, typed).map((span) => ({ page, span })));
        const isLast = page === document.numPages;
        if (!isLast && page % BLOCK !== 0) continue;
        // The first hit is the next one from the current page on, wrapping to the beginning only at the end.
        const first = hits.findIndex((hit) => hit.page >= from);
        const at = first < 0 && isLast && hits.length > 0 ? 0 : first;
        setFound((before) => {
          const now = { hits: [...hits], reading: !isLast };
          return before.current ? { ...before, ...now } : { ...now, at, current: hits[at] ?? null };
        });
      }
    }

    setFound({ ...NOTHING, reading: true });
    // An unreadable page ends the search; the page stays white, too.
    look().catch(() => !left && setFound((before) => ({ ...before, reading: false })));
    return () => {
      left = true;
    };
  }, [document, typed]);

  return {
    typed,
    type,
    found,
    step(by) {
      setFound((before) => {
        const count = before.hits.length;
        const at = (before.at + by + count) % count;
        const hit = before.hits[at];
        return hit ? { ...before, at, current: { ...hit } } : before;
      });
    },
  };
}

async function readRuns(document: PDFDocumentProxy, number: number): Promise<TextRun[]> {
  const { items } = await (await document.getPage(number)).getTextContent();
  return items.flatMap((item) => ('str' in item ? [item] : []));
}
