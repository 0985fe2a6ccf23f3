import type { File } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Span } from './find-in-page.ts';
import { PdfPage } from './pdf-page.tsx';
import overlay from './preview-overlay.module.css';
import type { PdfFind } from './use-pdf-find.ts';
import type { PdfView } from './use-pdf-view.ts';

const NO_SPANS: readonly Span[] = [];

type Props = { file: File; document: PDFDocumentProxy; view: PdfView; found: PdfFind['found'] };

/** The pages one below the other, with the search hits in them. */
export function PdfPages({ file, document, view, found: { current, hits } }: Props) {
  const { t } = useTranslation();
  const { sizes, width } = view;
  const total = document.numPages;

  const spans = useMemo(() => {
    const byPage = new Map<number, Span[]>();
    for (const hit of hits) byPage.set(hit.page, [...(byPage.get(hit.page) ?? []), hit.span]);
    return byPage;
  }, [hits]);

  return (
    <section
      ref={view.scroll}
      className={overlay.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
      tabIndex={0}
      aria-label={file.name}
      onScroll={view.onScroll}
    >
      <div ref={view.measure} className={overlay.pages}>
        {width > 0 &&
          sizes.map((size, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: the number of a page is what it is
              key={index}
              document={document}
              number={index + 1}
              size={size}
              width={width}
              root={view.scroll}
              spans={spans.get(index + 1) ?? NO_SPANS}
              current={current?.page === index + 1 ? current : null}
            />
          ))}
        <span className={overlay.note}>
          {total === 1 ? t('previews.onlyPage') : t('previews.pages', { from: 1, to: sizes.length, total })}
        </span>
        {sizes.length < total && (
          <Button variant="default" onClick={view.more}>
            {t('previews.morePages')}
          </Button>
        )}
      </div>
    </section>
  );
}
