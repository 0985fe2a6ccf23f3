import { type RefObject, useEffect, useRef } from 'react';
import { isInOverlay } from '../../parts/keyboard/shortcuts.ts';
import { hasLayers } from '../../ui/layers/layers.ts';
import type { GridHandle } from './use-drive-screen.ts';

/**
 * What has the focus may go: a list with its folder, a row, a button with what it was for, the field of a new name.
 * Whoever was in the drive then goes on in the list, or in its place while there is none.
 */
export function useListFocus(
  section: RefObject<HTMLElement | null>,
  grid: { current: GridHandle | null },
): void {
  const isInside = useRef(false);
  useEffect(() => {
    function note({ target }: Event): void {
      // What lies over the page returns the focus by itself.
      if (isInOverlay(target)) return;
      isInside.current = target instanceof Node && section.current?.contains(target) === true;
    }
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [section]);

  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === section.current;
    if (!isLost || !isInside.current || hasLayers()) return;
    if (grid.current) grid.current.focus();
    else section.current?.focus({ preventScroll: true });
  });
}
