import { hasLayers } from '../../ui/layers/layers.ts';
import { createFit } from './fit-width.ts';

/** In pixels: more than any text that is shown; only sizes set by a message exceed it. */
const HIGHEST = 300_000;
const TOUCHES = ['touchstart', 'touchend', 'touchcancel'] as const;
/** A higher body scrolls in a frame of this height, so that the content below stays within reach. */
const SCROLLED = 2_000;

/** Reports the height of a body while it is still being drawn. */
export function followGrowth({ body }: Document, onHeight: (height: number) => void): () => void {
  const observer = new ResizeObserver(() =>
    onHeight(Math.min(HIGHEST, Math.ceil(body.getBoundingClientRect().bottom))),
  );
  observer.observe(body);
  return () => observer.disconnect();
}

/**
 * Keeps a frame as high as its content, fits it unless it is shown as sent, and forwards events that are
 * meant for the page.
 */
export function followFrame(
  frame: HTMLIFrameElement,
  asSent: boolean,
  onMeasured: (height: number, fitted: boolean) => void,
): () => void {
  const page = frame.contentDocument;
  if (!page?.body) return () => undefined;
  const { body, documentElement: root } = page;
  const { fitInto, undo } = createFit(frame, page);

  function measure(): void {
    const fitted = fitInto(asSent);
    const scrollbar = root.scrollWidth > root.clientWidth ? frame.clientHeight - root.clientHeight : 0;
    const { bottom } = body.getBoundingClientRect();
    const height = Math.ceil(bottom + root.scrollTop + marginBelow(body)) + scrollbar;
    const tall = height > HIGHEST;
    root.toggleAttribute('data-tall', tall);
    onMeasured(tall ? SCROLLED : height, fitted);
  }

  const observer = new ResizeObserver(measure);
  observer.observe(body);
  observer.observe(frame);
  page.addEventListener('click', followInside);
  page.addEventListener('keydown', handOn);
  for (const kind of TOUCHES) page.addEventListener(kind, handTouchOn, { passive: true });
  measure();

  /** Only within the body: the frame has no URL of its own that a fragment (`#`) could refer to. */
  function followInside(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a[href^="#"]');
    if (!link || !page) return;
    event.preventDefault();
    const name = decodeURIComponent((link.getAttribute('href') as string).slice(1));
    const place = page.getElementById(name) ?? page.querySelector(`a[name="${CSS.escape(name)}"]`);
    place?.scrollIntoView({ block: 'start' });
  }

  /**
   * Shortcuts work while a body has the focus; Escape returns it to the message, as it does from an answer.
   */
  function handOn(event: KeyboardEvent): void {
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
    const head = frame.closest('[data-message]')?.querySelector<HTMLElement>('[data-message-toggle]');
    if (key === 'Escape' && head && !hasLayers()) {
      event.preventDefault();
      head.focus({ preventScroll: true });
      return;
    }
    const copy = new KeyboardEvent('keydown', {
      key,
      code,
      shiftKey,
      ctrlKey,
      metaKey,
      altKey,
      bubbles: true,
      cancelable: true,
    });
    if (!frame.dispatchEvent(copy)) event.preventDefault();
  }

  /** As it is: a browser makes no copies of touches. */
  function handTouchOn(touch: TouchEvent): void {
    frame.dispatchEvent(new CustomEvent('bodytouch', { bubbles: true, detail: touch }));
  }

  return () => {
    observer.disconnect();
    undo();
    page.removeEventListener('click', followInside);
    page.removeEventListener('keydown', handOn);
    for (const kind of TOUCHES) page.removeEventListener(kind, handTouchOn);
  };
}

function marginBelow(body: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(body).marginBottom) || 0;
}
