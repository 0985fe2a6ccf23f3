import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { layers } from '../../ui/layers/layers.ts';

/** How far to swipe for the next file. */
const SWIPE_PX = 60;

/** Which file is shown; arrow keys and swiping switch to its neighbours. */
export function useFileTurning(count: number, start: number) {
  const [at, setAt] = useState(start);
  const touch = useRef<{ x: number; y: number } | null>(null);

  const go = useCallback(
    (step: number) => setAt((now) => Math.min(count - 1, Math.max(0, now + step))),
    [count],
  );

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (layers.get().length > 1) return;
      const inside = event.target instanceof HTMLMediaElement || event.target instanceof HTMLInputElement;
      if (inside || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      go(event.key === 'ArrowRight' ? 1 : -1);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);

  return {
    at,
    go,
    /** Handlers for the element to swipe on. */
    swipe: {
      onPointerDown(event: PointerEvent): void {
        const byFinger = event.pointerType === 'touch' && event.isPrimary;
        touch.current = byFinger ? { x: event.clientX, y: event.clientY } : null;
      },
      onPointerUp(event: PointerEvent): void {
        const from = touch.current;
        touch.current = null;
        if (!from) return;
        const [x, y] = [event.clientX - from.x, event.clientY - from.y];
        if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
      },
      onPointerCancel(): void {
        touch.current = null;
      },
    },
  };
}
