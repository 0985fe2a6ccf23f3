/** Narrower than this a body that does not fit is drawn smaller, as far as it can still be read. */
const PHONE = 640;
const SMALLEST = 0.6;

/** Tells how high a body is while it is still being drawn. */
export function followGrowth({ body }: Document, onHeight: (height: number) => void): () => void {
  const observer = new ResizeObserver(() => onHeight(Math.ceil(body.getBoundingClientRect().bottom)));
  observer.observe(body);
  return () => observer.disconnect();
}

/** Keeps a frame as high as what is in it, and hands on what happens there that is meant for the page. */
export function followFrame(frame: HTMLIFrameElement, onHeight: (height: number) => void): () => void {
  const page = frame.contentDocument;
  if (!page?.body) return () => undefined;
  const { body, documentElement: root } = page;

  function measure(): void {
    fitWidth(frame, body);
    const scrollbar = root.scrollWidth > root.clientWidth ? frame.clientHeight - root.clientHeight : 0;
    onHeight(Math.ceil(body.getBoundingClientRect().bottom + root.scrollTop + marginBelow(body)) + scrollbar);
  }

  const observer = new ResizeObserver(measure);
  observer.observe(body);
  observer.observe(frame);
  page.addEventListener('click', followInside);
  page.addEventListener('keydown', handOn);
  measure();

  /** Within the body only: the frame has no address of its own that a `#` could belong to. */
  function followInside(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a[href^="#"]');
    if (!link || !page) return;
    event.preventDefault();
    const name = decodeURIComponent((link.getAttribute('href') as string).slice(1));
    const place = page.getElementById(name) ?? page.querySelector(`a[name="${CSS.escape(name)}"]`);
    place?.scrollIntoView({ block: 'start' });
  }

  /** Shortcuts work while a body has the focus. */
  function handOn(event: KeyboardEvent): void {
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
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

  return () => {
    observer.disconnect();
    page.removeEventListener('click', followInside);
    page.removeEventListener('keydown', handOn);
  };
}

function fitWidth(frame: HTMLIFrameElement, body: HTMLElement): void {
  const room = frame.clientWidth;
  body.style.zoom = '';
  if (room === 0 || room > PHONE) return;
  const needed = Math.max(body.scrollWidth, body.parentElement?.scrollWidth ?? 0);
  if (needed > room + 1) body.style.zoom = String(Math.max(SMALLEST, room / needed));
}

function marginBelow(body: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(body).marginBottom) || 0;
}
