import type { File } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { IconPrinter, IconSearch, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { layers } from '../../ui/layers/layers.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { FindBar } from './find-bar.tsx';
import type { Span } from './find-in-page.ts';
import { PageField } from './page-field.tsx';
import { type Anchor, anchorAt, type PageSize, pageAt, pageTops, placeOf } from './pdf-layout.ts';
import { PdfPage } from './pdf-page.tsx';
import styles from './pdf-reader.module.css';
import overlay from './preview-overlay.module.css';
import { usePdfFind } from './use-pdf-find.ts';
import { usePdfPages } from './use-pdf-pages.ts';
import { usePdfPrint } from './use-pdf-print.ts';

const WIDTH = 860;
const STEP = 1.25;
const ZOOM = { least: 0.5, most: 4 } as const;
/** What begins above this part of what is seen is what one reads. */
const READ = 0.25;
const NO_SPANS: readonly Span[] = [];

type Props = { file: File; document: PDFDocumentProxy; first: readonly PageSize[] };

/** A document that can be read, searched, copied from and printed. */
export function PdfReader({ file, document, first }: Props) {
  const { t } = useTranslation();
  const total = document.numPages;
  const { sizes, reach, more } = usePdfPages(document, first);
  const [zoom, setZoom] = useState(1);
  const [room, setRoom] = useState(0);
  const [page, setPage] = useState(1);
  const [, go] = useReducer((times: number) => times + 1, 0);
  const [finding, setFinding] = useState(false);
  const print = usePdfPrint(document, file.name);
  const find = usePdfFind(document, () => page);
  const { current, hits } = find.found;
  const scroll = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const findButton = useRef<HTMLButtonElement>(null);
  const width = room * zoom;

  /** Where to go as soon as it is drawn, and where that has led. */
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

  function zoomBy(factor: number): void {
    const place = scroll.current;
    const next = within(zoom * factor);
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

  function openFind(): void {
    setFinding(true);
    field.current?.select();
  }

  function closeFind(): void {
    setFinding(false);
    find.type('');
    findButton.current?.focus();
  }

  useEffect(() => {
    if (finding) field.current?.focus();
  }, [finding]);

  const latest = useRef({ zoomBy, openFind, goTo, sizes, width });
  latest.current = { zoomBy, openFind, goTo, sizes, width };
  useEffect(() => {
    const place = scroll.current;
    // React listens to wheels without a way to keep the browser from zooming the whole page.
    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current.zoomBy(event.deltaY < 0 ? STEP : 1 / STEP);
    }
    function onKey(event: KeyboardEvent): void {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isFind || layers.get().length > 1) return;
      event.preventDefault();
      latest.current.openFind();
    }
    place?.addEventListener('wheel', onWheel, { passive: false });
    window.addEventListener('keydown', onKey);
    return () => {
      place?.removeEventListener('wheel', onWheel);
      window.removeEventListener('keydown', onKey);
    };
  }, []);

  // A page that is in sight shows a hit by itself.
  useEffect(() => {
    const place = scroll.current;
    if (!current || !place) return;
    const { sizes: known, width: drawn } = latest.current;
    const [from, to] = [0, 1].map((part) => placeOf(known, drawn, { page: current.page, part }));
    const isSeen = (from ?? 0) < place.scrollTop + place.clientHeight && (to ?? 0) > place.scrollTop;
    if (!isSeen) latest.current.goTo(current.page);
  }, [current]);

  const spans = useMemo(() => {
    const byPage = new Map<number, Span[]>();
    for (const hit of hits) byPage.set(hit.page, [...(byPage.get(hit.page) ?? []), hit.span]);
    return byPage;
  }, [hits]);

  return (
    <>
      <div className={overlay.tools}>
        <PageField page={page} total={total} onGo={goTo} />
        <ToolButton
          icon={IconZoomOut}
          label={t('previews.zoomOut')}
          disabled={zoom <= ZOOM.least}
          onClick={() => zoomBy(1 / STEP)}
        />
        <ToolButton
          icon={IconZoomReset}
          label={t('previews.fit')}
          disabled={zoom === 1}
          onClick={() => zoomBy(1 / zoom)}
        />
        <ToolButton
          icon={IconZoomIn}
          label={t('previews.zoomIn')}
          disabled={zoom >= ZOOM.most}
          onClick={() => zoomBy(STEP)}
        />
        <ToolButton
          ref={findButton}
          icon={IconSearch}
          label={t('previews.find')}
          aria-expanded={finding}
          onClick={finding ? closeFind : openFind}
        />
        <ToolButton
          icon={IconPrinter}
          label={t('previews.printFile')}
          disabled={print.page !== null}
          onClick={print.start}
        />
      </div>
      {finding && <FindBar find={find} field={field} onClose={closeFind} />}
      <section
        ref={scroll}
        className={overlay.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
        tabIndex={0}
        aria-label={file.name}
        onScroll={onScroll}
      >
        <div
          ref={(element) => {
            if (element) setRoom(Math.min(WIDTH, element.clientWidth - 32));
          }}
          className={overlay.pages}
        >
          {room > 0 &&
            sizes.map((size, index) => (
              <PdfPage
                // biome-ignore lint/suspicious/noArrayIndexKey: the number of a page is what it is
                key={index}
                document={document}
                number={index + 1}
                size={size}
                width={width}
                root={scroll}
                spans={spans.get(index + 1) ?? NO_SPANS}
                current={current?.page === index + 1 ? current : null}
              />
            ))}
          <span className={overlay.note}>
            {total === 1 ? t('previews.onlyPage') : t('previews.pages', { from: 1, to: sizes.length, total })}
          </span>
          {sizes.length < total && (
            <Button variant="default" onClick={more}>
              {t('previews.morePages')}
            </Button>
          )}
        </div>
      </section>
      {print.page !== null && (
        <p className={styles.printing} role="status">
          {t('previews.printing', { page: print.page, total })}
        </p>
      )}
    </>
  );
}

function within(zoom: number): number {
  // Back at its own size it is exactly that, whatever the way there.
  const near = Math.abs(zoom - 1) < 0.01 ? 1 : zoom;
  return Math.min(ZOOM.most, Math.max(ZOOM.least, near));
}
