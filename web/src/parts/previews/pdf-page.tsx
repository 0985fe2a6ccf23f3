import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { type CSSProperties, memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Span } from './find-in-page.ts';
import { markSpans } from './find-marks.ts';
import { heightOf, type PageSize } from './pdf-layout.ts';
import styles from './pdf-reader.module.css';
import type { Hit } from './use-pdf-find.ts';

/** Maximum resolution: a higher one costs memory without a visible difference. */
const SHARPEST = 2;
const MOST_PIXELS = 16_000_000;

type Source = { document: PDFDocumentProxy; number: number };
type Props = Source & {
  size: PageSize;
  width: number;
  /** The scroll container: a page is drawn when it is near the visible part. */
  root: RefObject<HTMLElement | null>;
  /** The highlighted spans, and the current one. */
  spans: readonly Span[];
  current: Hit | null;
};

/** A page as an image, with a text layer above it for selection, copying and screen readers. */
export const PdfPage = memo(function PdfPage(props: Props) {
  const { document, number, size, width, root, spans, current } = props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const near = useNear(place, root);
  usePicture(canvas, { document, number }, near, width);
  const runs = useText(text, { document, number }, near);

  useEffect(() => (runs ? markSpans(runs, spans, current?.span) : undefined), [runs, spans, current]);

  // Scrolls to a hit once: a later redraw must not bring the user back.
  const shown = useRef<Hit | null>(null);
  useEffect(() => {
    if (!runs || !current || shown.current === current) return;
    shown.current = current;
    const run = runs[current.span.from.run];
    if (run && root.current) bringToMiddle(run, root.current);
  }, [runs, current, root]);

  const scale = { '--total-scale-factor': width / size.width } as CSSProperties;
  return (
    <div ref={place} className={styles.page} style={{ ...scale, width, height: heightOf(size, width) }}>
      <canvas ref={canvas} role="img" aria-label={t('previews.page', { page: number })} />
      <div ref={text} className={styles.text} />
    </div>
  );
});

/** Scrolls only the document: `scrollIntoView` would scroll its ancestors too. */
function bringToMiddle(element: HTMLElement, scroller: HTMLElement): void {
  const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  scroller.scrollTop += inner.top - outer.top - scroller.clientHeight / 2;
  if (inner.left < outer.left || inner.right > outer.right)
    scroller.scrollLeft += inner.left - outer.left - scroller.clientWidth / 2;
}

function useNear(place: RefObject<HTMLElement | null>, root: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: root.current,
      rootMargin: '100% 0px',
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, root]);
  return near;
}

function usePicture(
  canvas: RefObject<HTMLCanvasElement | null>,
  { document, number }: Source,
  near: boolean,
  width: number,
): void {
  useEffect(() => {
    const sheet = canvas.current;
    if (!near || !sheet) return undefined;
    let left = false;
    let task: RenderTask | null = null;

    async function draw(onto: HTMLCanvasElement): Promise<void> {
      const page = await document.getPage(number);
      if (left) return;
      const own = page.getViewport({ scale: 1 });
      const scale = width / own.width;
      const pixels = scale * scale * own.width * own.height;
      const sharpness = Math.min(SHARPEST, window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / pixels));
      const viewport = page.getViewport({ scale: scale * sharpness });
      onto.width = Math.floor(viewport.width);
      onto.height = Math.floor(viewport.height);
      task = page.render({ canvas: onto, viewport });
      await task.promise;
    }

    // A page that fails stays white; the others are still readable. Cancelled drawing ends here too.
    draw(sheet).catch(() => undefined);
    return () => {
      left = true;
      task?.cancel();
    };
  }, [canvas, document, number, near, width]);

  // Frees a page's memory when it is out of view; a long document would keep every page otherwise.
  useEffect(() => {
    const sheet = canvas.current;
    if (!near || !sheet) return undefined;
    return () => {
      sheet.width = 0;
    };
  }, [canvas, near]);
}

/** The elements of the text layer, in the order of the runs, once they exist. */
function useText(
  layer: RefObject<HTMLDivElement | null>,
  { document, number }: Source,
  near: boolean,
): readonly HTMLElement[] | null {
  const [runs, setRuns] = useState<readonly HTMLElement[] | null>(null);
  useEffect(() => {
    const container = layer.current;
    if (!near || !container) return undefined;
    let left = false;
    let writing: TextLayer | null = null;

    async function write(into: HTMLDivElement): Promise<void> {
      const page = await document.getPage(number);
      const textContentSource = await page.getTextContent();
      if (left) return;
      writing = new TextLayer({
        textContentSource,
        container: into,
        viewport: page.getViewport({ scale: 1 }),
      });
      await writing.render();
      if (!left) setRuns(writing.textDivs);
    }

    // The image of the page is readable without a text layer.
    write(container).catch(() => undefined);
    return () => {
      left = true;
      writing?.cancel();
      setRuns(null);
      container.replaceChildren();
    };
  }, [layer, document, number, near]);
  return runs;
}
