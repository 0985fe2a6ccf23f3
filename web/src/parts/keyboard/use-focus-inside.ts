import { type RefObject, useEffect, useRef } from 'react';
import { hasLayers } from '../../ui/layers/layers.ts';
import { isInOverlay } from './shortcuts.ts';

/**
 * What has the focus may go: a list with its folder, a button with what it was for, the field of a new name. Whoever
 * was in the area then goes on where `goOn` leads; one that leads to the area itself is asked again later.
 */
export function useFocusInside(area: RefObject<HTMLElement | null>, goOn: () => void): void {
  const isInside = useRef(false);
  useEffect(() => {
    function note({ target }: Event): void {
      // What lies over the page returns the focus by itself.
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
