import { type RefObject, useEffect, useRef } from 'react';
import { hasLayers } from '../../ui/layers/layers.ts';
import { isInOverlay } from './shortcuts.ts';

/**
 * The focused element may disappear: a list with its folder, a button with its subject, the field of a new
 * name. If it was in the area, `goOn` moves the focus; if that only focuses the area itself, it is called
 * again after later renders.
 */
export function useFocusInside(area: RefObject<HTMLElement | null>, goOn: () => void): void {
  const isInside = useRef(false);
  useEffect(() => {
    function note({ target }: Event): void {
      // Layers restore the focus themselves.
      if (isInOverlay(target)) return;
      isInside.current = target instanceof Node && area.current?.contains(target) === true;
    }
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [area]);

  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === area.current;
    if (isLost && isInside.current && !hasLayers()) goOn();
  });
}
