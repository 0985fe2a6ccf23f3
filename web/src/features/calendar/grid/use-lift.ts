import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { after } from '../../../lib/timers.ts';

/** How long a finger rests on an event to lift it, and how far it may move meanwhile. */
const HELD_MS = 400;
const STILL_PX = 10;

/**
 * CV-13: a finger that rests on an event lifts it, and drags it from then on; one that moves sooner scrolls. An event
 * that is let go where it was stays lifted, with handles, until another place is pressed.
 */
export function useLift(root: RefObject<HTMLElement | null>) {
  const [lifted, setLifted] = useState<string | null>(null);
  /** The finger drags: the page under it does not scroll. */
  const isHeld = useRef(false);
  const wait = useRef<() => void>(() => undefined);
  /** It was lifted already when the finger came. */
  const isAgain = useRef(false);

  // There before the finger comes: otherwise the browser doesn't ask whether it may scroll.
  useEffect(() => {
    const grid = root.current;
    const hold = (event: TouchEvent) => isHeld.current && event.cancelable && event.preventDefault();
    grid?.addEventListener('touchmove', hold, { passive: false });
    return () => {
      wait.current();
      grid?.removeEventListener('touchmove', hold);
    };
  }, [root]);

  /** Its card goes with the event into another day, and the touch stays with it. */
  function holdTarget(target: EventTarget): void {
    const hold = (event: Event) => isHeld.current && event.cancelable && event.preventDefault();
    target.addEventListener('touchmove', hold, { passive: false });
    const end = () => target.removeEventListener('touchmove', hold);
    for (const type of ['touchend', 'touchcancel']) target.addEventListener(type, end, { once: true });
  }

  function hold(target: EventTarget, drag: () => void): void {
    isHeld.current = true;
    holdTarget(target);
    drag();
  }

  function waitFor(from: PointerEvent, lift: () => void): void {
    const stopTimer = after(HELD_MS, () => {
      wait.current();
      lift();
    });
    const look = (event: globalThis.PointerEvent) => {
      const moved = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL_PX;
      if (event.type !== 'pointermove' || moved) wait.current();
    };
    const types = ['pointermove', 'pointerup', 'pointercancel', 'pointerdown'] as const;
    // By capture: the press itself is still on its way up to the window.
    for (const type of types) window.addEventListener(type, look, true);
    wait.current = () => {
      stopTimer();
      for (const type of types) window.removeEventListener(type, look, true);
      wait.current = () => undefined;
    };
  }

  return {
    lifted,
    /** A finger has come down on an event, or beside all; true where that puts down what was lifted. */
    press(event: PointerEvent<HTMLElement>, key: string | null, drag: () => void): boolean {
      wait.current();
      const { target } = event;
      isAgain.current = key !== null && key === lifted;
      if (isAgain.current) {
        hold(target, drag);
        return false;
      }
      setLifted(null);
      if (key !== null && event.isPrimary) {
        waitFor(event, () => {
          navigator.vibrate?.(10);
          setLifted(key);
          hold(target, drag);
        });
      }
      return lifted !== null;
    },
    /** The finger has let go. */
    release(moved: boolean): void {
      isHeld.current = false;
      if (moved || isAgain.current) setLifted(null);
    },
    /** The browser's menu of a long press would take the finger away. */
    onContextMenu(event: MouseEvent): void {
      if (isHeld.current) event.preventDefault();
    },
  };
}
