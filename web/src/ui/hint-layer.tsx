import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { after } from '../lib/timers.ts';
import styles from './hint-layer.module.css';

const DELAY_MS = 400;
const GAP = 6;

type Hint = { element: HTMLElement; words: string };

/**
 * Shows the hint of elements with `data-hint`: after a delay when the pointer rests on one, at once on
 * keyboard focus. There is a single layer for the page, so a hint adds no cost to a button.
 */
export function HintLayer() {
  const [hint, setHint] = useState<Hint | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let stop = () => {};
    // Touch has no hover: a hint for the element that a tap focused would stay.
    let byTouch = false;
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: true };

    function show(element: HTMLElement | null, ms: number) {
      stop();
      const words = element?.dataset['hint'];
      if (!element || !words) return setHint(null);
      stop = after(ms, () => setHint({ element, words }));
    }
    function hide() {
      stop();
      setHint(null);
    }

    document.addEventListener(
      'pointerover',
      ({ target, pointerType }) => {
        if (pointerType === 'mouse' && target instanceof Node && !box.current?.contains(target))
          show(hintedAt(target), DELAY_MS);
      },
      options,
    );
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (!byTouch && target instanceof HTMLElement && target.matches(':focus-visible'))
          show(hintedAt(target), 0);
      },
      options,
    );
    document.addEventListener(
      'keydown',
      ({ key }) => {
        byTouch = false;
        if (key === 'Escape') hide();
      },
      options,
    );
    document.addEventListener(
      'pointerdown',
      ({ pointerType }) => {
        byTouch = pointerType === 'touch';
        hide();
      },
      options,
    );
    for (const event of ['focusout', 'scroll'] as const) document.addEventListener(event, hide, options);
    return () => {
      listening.abort();
      stop();
    };
  }, []);

  useLayoutEffect(() => {
    if (hint && box.current) place(box.current, hint.element);
  }, [hint]);

  return (
    hint && (
      <div ref={box} role="tooltip" className={styles['hint']}>
        {hint.words}
      </div>
    )
  );
}

function hintedAt(target: Node): HTMLElement | null {
  const element = target instanceof Element ? target : target.parentElement;
  return element?.closest<HTMLElement>('[data-hint]') ?? null;
}

/** Below its element, or above where there is no room; beside it where the element asks for that. */
function place(box: HTMLElement, element: HTMLElement): void {
  const about = element.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const beside = element.dataset['hintSide'] === 'right';
  const below = about.bottom + GAP + height <= window.innerHeight;
  const left = beside ? about.right + GAP : about.left + (about.width - width) / 2;
  const top = beside
    ? about.top + (about.height - height) / 2
    : below
      ? about.bottom + GAP
      : about.top - GAP - height;
  box.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  box.style.top = `${Math.max(GAP, Math.min(top, window.innerHeight - height - GAP))}px`;
}
