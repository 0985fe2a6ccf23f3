import { type ImageSize, proportionsOf, sizeOfWidth } from './image-size.ts';

const CORNERS = ['nw', 'ne', 'sw', 'se'] as const;
type Corner = (typeof CORNERS)[number];

/** The elements that contain images; anything between them and the image is a mark, which has no width. */
const LINES = 'p, h1, h2, h3, h4, pre, li, td, th, div';

/**
 * Handles at the corners of a selected image. They are for pointers alone; the toolbar offers sizes to
 * everyone. Dragging shows the new size at once, and releasing the pointer applies it to the message.
 */
export function imageHandles(image: HTMLImageElement, resized: (size: ImageSize) => void): HTMLElement[] {
  return CORNERS.map((corner) => {
    const handle = document.createElement('span');
    handle.dataset.corner = corner;
    handle.setAttribute('aria-hidden', 'true');
    // The image itself can be dragged elsewhere, but not by its handles.
    for (const kind of ['mousedown', 'dragstart'])
      handle.addEventListener(kind, (event) => event.preventDefault());
    handle.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      drag(event, { image, corner, resized });
    });
    return handle;
  });
}

type Dragging = { image: HTMLImageElement; corner: Corner; resized(size: ImageSize): void };

function drag(begun: PointerEvent, { image, corner, resized }: Dragging): void {
  const proportions = proportionsOf(image);
  if (!proportions) return;
  const from = image.getBoundingClientRect().width;
  const most = image.closest<HTMLElement>(LINES)?.clientWidth ?? from;
  const before = { width: image.getAttribute('width'), height: image.getAttribute('height') };
  const side = corner.endsWith('e') ? 1 : -1;
  const listening = new AbortController();
  const { signal } = listening;
  let size: ImageSize | null = null;

  function move(event: PointerEvent): void {
    if (event.pointerId !== begun.pointerId) return;
    size = sizeOfWidth(from + side * (event.clientX - begun.clientX), proportions as ImageSize, most);
    image.width = size.width;
    image.height = size.height;
  }

  function stop(keep: boolean): void {
    listening.abort();
    if (keep && size) {
      resized(size);
      return;
    }
    for (const name of ['width', 'height'] as const) {
      const value = before[name];
      if (value === null) image.removeAttribute(name);
      else image.setAttribute(name, value);
    }
  }

  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', (event) => event.pointerId === begun.pointerId && stop(true), {
    signal,
  });
  window.addEventListener('pointercancel', () => stop(false), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      // It cancels the resize, and must not close anything.
      event.preventDefault();
      event.stopPropagation();
      stop(false);
    },
    { signal, capture: true },
  );
}
