import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { PendingPart } from '../pending/pending-part.tsx';
import { drawBody, frameTokens, type Sheet, showImages } from './body-document.ts';
import { followFrame, followGrowth } from './follow-frame.ts';
import { putFrame } from './frames.ts';
import styles from './message-body.module.css';
import type { SafeBody } from './sanitize-body.ts';
import { StillDrawing } from './still-drawing.tsx';

/** Earlier measurements, so that a body that is opened again takes its height at once. */
const heights = new Map<string, number>();
const REMEMBERED = 300;
const FIRST_HEIGHT = 120;

type Opened = { frame: HTMLIFrameElement; page: Document };
/** The body that is drawn, and whether it is complete. */
type Drawn = { body: SafeBody; whole: boolean };

/**
 * The body of a message in a frame where no script runs. The frame has our origin, so that the page can draw
 * into it and measure it; its content cannot reach the page, as nothing in it is active (docs/decisions/012).
 */
export function BodyFrame({
  name,
  body,
  sheet,
  dark,
  title,
  addresses,
  forwarded = false,
}: {
  name: string;
  body: SafeBody;
  sheet: Sheet;
  dark: boolean;
  title: string;
  addresses: ReadonlyMap<string, string>;
  /** Then what looks like a quote is the forwarded message itself. */
  forwarded?: boolean;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  /** Null until it was measured; what follows the body is hidden until then, so that nothing moves. */
  const [height, setHeight] = useState(() => heights.get(name) ?? null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [fitted, setFitted] = useState(false);
  const [asSent, setAsSent] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  if (fault) throw fault;
  const whole = drawn?.body === body && drawn.whole;

  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const frame = putFrame(place.current, (loaded, page) => setOpened({ frame: loaded, page }));
    return () => frame.remove();
  }, []);

  useLayoutEffect(() => {
    const frame = place.current?.querySelector('iframe');
    if (!frame) return;
    frame.className = styles.frame ?? '';
    frame.title = title;
    frame.dataset.sheet = sheet;
    frame.dataset.ready = String(whole);
    frame.style.height = `${height ?? FIRST_HEIGHT}px`;
  });

  useLayoutEffect(() => {
    if (!opened) return undefined;
    const stop = new AbortController();
    const drawing = drawBody(opened.page, body, {
      sheet,
      dark,
      forwarded,
      tokens: frameTokens(sheet),
      words: {
        quote: t('threadDetail.body.quote'),
        leadsTo: (host) => t('threadDetail.body.leadsTo', { host }),
      },
    });
    const { done } = drawing.next();
    setDrawn({ body, whole: done === true });
    if (!done) inSlices(drawing, stop.signal).then((all) => all && setDrawn({ body, whole: true }), setFault);
    return () => stop.abort();
  }, [opened, body, sheet, dark, forwarded, t]);

  useEffect(() => {
    if (!opened || !drawn?.whole) return;
    const { page } = opened;
    void showImages({ root: page, variables: page.documentElement }, drawn.body.images, addresses);
  }, [opened, drawn, addresses]);

  useLayoutEffect(() => {
    if (!opened || !drawn) return undefined;
    if (!drawn.whole)
      return followGrowth(opened.page, (measured) => setHeight((before) => Math.max(before ?? 0, measured)));
    return followFrame(opened.frame, asSent, (measured, fits) => {
      remember(name, measured);
      setHeight(measured);
      setFitted(fits);
    });
  }, [opened, drawn, name, asSent]);

  return (
    <>
      {fitted && (
        <button
          type="button"
          className={`${styles.link} not-printed`}
          aria-pressed={asSent}
          onClick={() => setAsSent(!asSent)}
        >
          {t(asSent ? 'threadDetail.body.fitWidth' : 'threadDetail.body.asSent')}
        </button>
      )}
      {height === null && <PendingPart hidden data-body-frame />}
      <div ref={place} className={styles.place} aria-busy={!whole} />
      {drawn && !whole && <StillDrawing />}
    </>
  );
}

function remember(name: string, height: number): void {
  heights.delete(name);
  heights.set(name, height);
  if (heights.size <= REMEMBERED) return;
  const [oldest] = heights.keys();
  if (oldest !== undefined) heights.delete(oldest);
}
