import { type RefObject, useEffect, useRef } from 'react';

/** The pull distance from which releasing refreshes, and the largest one. */
const COUNTS = 56;
const FARTHEST = 72;

/** Pull to refresh: pulling a list down from its top loads new messages. */
export function usePull(
  scroller: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
  onRefresh: () => void,
): void {
  const latest = useRef(onRefresh);
  latest.current = onRefresh;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let from: Touch | null = null;
    let down = 0;

    function start(event: TouchEvent) {
      const [finger, another] = event.touches;
      from = finger && !another && element && element.scrollTop <= 0 ? finger : null;
    }

    function move(event: TouchEvent) {
      const [finger] = event.touches;
      if (!from || !finger) return;
      const [x, y] = [finger.clientX - from.clientX, finger.clientY - from.clientY];
      // An upward or sideways move is another gesture.
      if (down === 0 && y < Math.abs(x)) from = null;
      draw(from === null ? 0 : Math.min(FARTHEST, Math.max(0, y / 2)));
    }

    function end(event: TouchEvent) {
      if (event.type === 'touchend' && down >= COUNTS) latest.current();
      from = null;
      draw(0);
    }

    function draw(to: number) {
      if (to === down) return;
      down = to;
      if (!rows.current) return;
      rows.current.style.transform = to === 0 ? '' : `translateY(${to}px)`;
      rows.current.toggleAttribute('data-counts', to >= COUNTS);
    }

    const passive = { passive: true } as const;
    element.addEventListener('touchstart', start, passive);
    element.addEventListener('touchmove', move, passive);
    element.addEventListener('touchend', end, passive);
    element.addEventListener('touchcancel', end, passive);
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [scroller, rows]);
}
