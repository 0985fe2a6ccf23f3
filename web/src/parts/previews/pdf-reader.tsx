import type { File } from '@bocau/contract/messages.ts';
import { IconPrinter, IconSearch, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { FindBar } from './find-bar.tsx';
import { PageField } from './page-field.tsx';
import type { PageSize } from './pdf-layout.ts';
import { PdfPages } from './pdf-pages.tsx';
import styles from './pdf-reader.module.css';
import overlay from './preview-overlay.module.css';
import { useFindBar } from './use-find-bar.ts';
import { type Hit, usePdfFind } from './use-pdf-find.ts';
import { usePdfPrint } from './use-pdf-print.ts';
import { type PdfView, usePdfView } from './use-pdf-view.ts';

type Props = { file: File; document: PDFDocumentProxy; first: readonly PageSize[] };

/** A document that can be read, searched, copied from and printed. */
export function PdfReader({ file, document, first }: Props) {
  const { t } = useTranslation();
  const total = document.numPages;
  const view = usePdfView(document, first);
  const print = usePdfPrint(document, file.name);
  const find = usePdfFind(document, () => view.page);
  const bar = useFindBar(() => find.type(''));
  useHitInSight(find.found.current, view);
  return (
    <>
      <div className={overlay.tools}>
        <PageField page={view.page} total={total} onGo={view.goTo} />
        <ZoomTools zooming={view.zooming} />
        <ToolButton
          ref={bar.button}
          icon={IconSearch}
          label={t('previews.find')}
          aria-expanded={bar.isOpen}
          onClick={bar.toggle}
        />
        <ToolButton
          icon={IconPrinter}
          label={t('previews.printFile')}
          disabled={print.page !== null}
          onClick={print.start}
        />
      </div>
      {bar.isOpen && <FindBar find={find} field={bar.field} onClose={bar.close} />}
      <PdfPages file={file} document={document} view={view} found={find.found} />
      {print.page !== null && (
        <p className={styles.printing} role="status">
          {t('previews.printing', { page: print.page, total })}
        </p>
      )}
    </>
  );
}

function ZoomTools({ zooming }: { zooming: PdfView['zooming'] }) {
  const { t } = useTranslation();
  const { isLeast, isFit, isMost, zoomOut, fit, zoomIn } = zooming;
  return (
    <>
      <ToolButton icon={IconZoomOut} label={t('previews.zoomOut')} disabled={isLeast} onClick={zoomOut} />
      <ToolButton icon={IconZoomReset} label={t('previews.fit')} disabled={isFit} onClick={fit} />
      <ToolButton icon={IconZoomIn} label={t('previews.zoomIn')} disabled={isMost} onClick={zoomIn} />
    </>
  );
}

/** A hit on a visible page scrolls into view by itself; otherwise the reader goes to its page. */
function useHitInSight(hit: Hit | null, view: PdfView): void {
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    if (hit && !latest.current.isInSight(hit.page)) latest.current.goTo(hit.page);
  }, [hit]);
}
