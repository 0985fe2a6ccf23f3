import type { File } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { PasswordException, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { shownAddress } from './file-address.ts';
import { openPdf } from './pdf-library.ts';
import styles from './preview-overlay.module.css';
import { Fallback, Waiting } from './preview-states.tsx';

/** So many pages are drawn at first, and so many more each time. */
const PAGES = 10;
const WIDTH = 860;
/** Sharper than this costs memory and shows nothing. */
const SHARPEST = 2;
const MOST_PIXELS = 16_000_000;
const STEP = 1.25;
const ZOOM = { least: 0.5, most: 4 } as const;

/** `ratio`: the width of its first page by its height, which the others are expected to have. */
type Opened = { document: PDFDocumentProxy; ratio: number } | { fault: 'password' | 'failed' };

export function PdfFile({ file }: { file: File }) {
  return <PdfPreview file={file} address={shownAddress(file.id)} />;
}

export function PdfPreview({ file, address }: { file: File; address: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [shown, setShown] = useState(PAGES);
  const [zoom, setZoom] = useState(1);
  const [room, setRoom] = useState(0);
  const scroll = useRef<HTMLElement>(null);

  useEffect(() => {
    const task = openPdf(address);
    let left = false;
    task.promise.then(measureFirst).then(
      (document) => !left && setOpened(document),
      (error: unknown) =>
        !left && setOpened({ fault: error instanceof PasswordException ? 'password' : 'failed' }),
    );
    return () => {
      left = true;
      void task.destroy();
    };
  }, [address]);

  const isOpen = opened !== null && 'document' in opened;
  useEffect(() => {
    const place = scroll.current;
    if (!isOpen || !place) return undefined;
    // React listens to wheels without a way to keep the browser from zooming the whole page.
    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((now) => within(now * (event.deltaY < 0 ? STEP : 1 / STEP)));
    }
    place.addEventListener('wheel', onWheel, { passive: false });
    return () => place.removeEventListener('wheel', onWheel);
  }, [isOpen]);

  if (!opened) return <Waiting />;
  if ('fault' in opened) return <Fallback file={file} words={t(`attachments.preview.${opened.fault}`)} />;
  const total = opened.document.numPages;
  const last = Math.min(shown, total);
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  return (
    <>
      <div className={styles.tools}>
        <ToolButton
          icon={IconZoomOut}
          label={t('attachments.preview.zoomOut')}
          disabled={zoom <= ZOOM.least}
          onClick={() => setZoom(within(zoom / STEP))}
        />
        <ToolButton
          icon={IconZoomReset}
          label={t('attachments.preview.fit')}
          disabled={zoom === 1}
          onClick={() => setZoom(1)}
        />
        <ToolButton
          icon={IconZoomIn}
          label={t('attachments.preview.zoomIn')}
          disabled={zoom >= ZOOM.most}
          onClick={() => setZoom(within(zoom * STEP))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys */}
      <section ref={scroll} className={styles.scroll} tabIndex={0} aria-label={file.name}>
        <div
          ref={(element) => {
            if (element) setRoom(Math.min(WIDTH, element.clientWidth - 32));
          }}
          className={styles.pages}
        >
          {room > 0 &&
            numbers.map((number) => (
              <PdfPage
                key={number}
                document={opened.document}
                number={number}
                width={room * zoom}
                ratio={opened.ratio}
              />
            ))}
          <span className={styles.note}>
            {total === 1
              ? t('attachments.preview.onlyPage')
              : t('attachments.preview.pages', { from: 1, to: last, total })}
          </span>
          {last < total && (
            <Button variant="default" onClick={() => setShown(shown + PAGES)}>
              {t('attachments.preview.morePages')}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}

function within(zoom: number): number {
  // Back at its own size it is exactly that, whatever the way there.
  const near = Math.abs(zoom - 1) < 0.01 ? 1 : zoom;
  return Math.min(ZOOM.most, Math.max(ZOOM.least, near));
}

/** So that each page has its room before it is drawn, and nothing jumps. */
async function measureFirst(document: PDFDocumentProxy): Promise<Opened> {
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  return { document, ratio: width / height };
}

type PageProps = { document: PDFDocumentProxy; number: number; width: number; ratio: number };

function PdfPage({ document, number, width, ratio }: PageProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let left = false;
    let task: RenderTask | null = null;

    async function draw(): Promise<void> {
      const page = await document.getPage(number);
      const place = canvas.current;
      if (left || !place) return;
      const own = page.getViewport({ scale: 1 });
      const scale = width / own.width;
      const pixels = scale * scale * own.width * own.height;
      const sharpness = Math.min(SHARPEST, window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / pixels));
      const viewport = page.getViewport({ scale: scale * sharpness });
      place.width = Math.floor(viewport.width);
      place.height = Math.floor(viewport.height);
      place.style.aspectRatio = String(own.width / own.height);
      task = page.render({ canvas: place, viewport });
      await task.promise;
    }

    // A page that can't be drawn stays white; the others are still worth reading. Leaving in the middle ends here too.
    draw().catch(() => undefined);
    return () => {
      left = true;
      task?.cancel();
    };
  }, [document, number, width]);

  return (
    <canvas
      ref={canvas}
      className={styles.page}
      style={{ width, aspectRatio: ratio }}
      role="img"
      aria-label={t('attachments.preview.page', { page: number })}
    />
  );
}
