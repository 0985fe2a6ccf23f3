import { type RefObject, useEffect, useRef } from 'react';

/** A finger goes at least so far, and more than twice as far sideways as up or down. */
const COUNTS_PX = 64;

/** CV-13: a finger that is drawn over a grid sideways turns to the next days, or to those before. */
export function usePeriodSwipe(root: RefObject<HTMLElement | null>, step: (by: 1 | -1) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const grid = root.current;
    if (!grid) return undefined;
    let from: { x: number; y: number } | null = null;

    function down({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
      from = pointerType === 'touch' && isPrimary ? { x, y } : null;
    }

    /** What is dragged, or was lifted, goes with the finger instead. */
    function up({ clientX, clientY, isPrimary }: PointerEvent): void {
      const began = from;
      from = null;
      const isTaken = grid?.matches('[data-dragging]') || grid?.querySelector('[data-lifted]');
      if (!began || !isPrimary || isTaken) return;
      const [x, y] = [clientX - began.x, clientY - began.y];
      if (Math.abs(x) < COUNTS_PX || Math.abs(x) < 2 * Math.abs(y)) return;
      latest.current(x < 0 ? 1 : -1);
    }

    const stop = () => {
      from = null;
    };
    grid.addEventListener('pointerdown', down);
    grid.addEventListener('pointerup', up);
    grid.addEventListener('pointercancel', stop);
    return () => {
      grid.removeEventListener('pointerdown', down);
      grid.removeEventListener('pointerup', up);
      grid.removeEventListener('pointercancel', stop);
    };
  }, [root]);
}
