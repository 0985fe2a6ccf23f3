import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useGestures } from '../../parts/settings/gestures.ts';
import { followTurns } from './follow-turns.ts';

type Neighbours = { onNext: (() => void) | null; onPrevious: (() => void) | null };

const WAY_PX = 48;
/** The way that was turned, until the conversation is there that it led to. */
let turned: 1 | -1 | null = null;

/** TD-26: on a device that is touched, a conversation that fills the screen is turned like a page. */
export function useTurns(place: RefObject<HTMLElement | null>, fills: boolean, neighbours: Neighbours): void {
  const allowed = useGestures();
  const latest = useRef(neighbours);
  latest.current = neighbours;
  useEffect(() => {
    const element = place.current;
    if (!element || !fills || !allowed || navigator.maxTouchPoints === 0) return undefined;
    return followTurns(element, (by) => {
      const turn = by === 1 ? latest.current.onNext : latest.current.onPrevious;
      if (!turn) return;
      turned = by;
      turn();
    });
  }, [place, fills, allowed]);
  useLayoutEffect(() => {
    if (turned !== null && place.current) slideIn(place.current, turned);
    turned = null;
  }, [place]);
}

/** From the side that the finger came from. */
function slideIn(element: HTMLElement, by: 1 | -1): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const from = { transform: `translateX(${by * WAY_PX}px)`, opacity: 0.4 };
  element.animate([from, { transform: 'none', opacity: 1 }], { duration: 150, easing: 'ease-out' });
}
