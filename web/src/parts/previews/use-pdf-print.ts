import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../notices/notify.ts';
import { printPdf } from './print-pdf.ts';

/** `page`: the one being prepared; null while not printing. */
export function usePdfPrint(
  document: PDFDocumentProxy,
  name: string,
): { page: number | null; start(): void } {
  const { t } = useTranslation();
  const [page, setPage] = useState<number | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  function start(): void {
    const { signal } = leaving.current;
    printPdf({ document, name, signal, onPage: (number) => !signal.aborted && setPage(number) })
      .catch(() => {
        if (!signal.aborted) notify({ text: t('previews.printFailed'), tone: 'danger', seconds: 8 });
      })
      .finally(() => !signal.aborted && setPage(null));
  }

  return { page, start };
}
