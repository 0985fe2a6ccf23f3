import { type PointerEvent, useEffect, useRef } from 'react';
import { after } from '../../lib/timers.ts';

/** How long a finger must rest to select the row under it, and how far it may move meanwhile. */
const HELD_MS = 450;
const STILL_PX = 10;

/** Tells a long press of a finger on a row from a tap. Without `onHeld`, there is none. */
export function useLongPress(onHeld: (() => void) | null) {
  const touch = useRef<{ x: number; y: number; held: boolean } | null>(null);
  const stopWaiting = useRef(() => {});
  useEffect(() => () => stopWaiting.current(), []);

  return {
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        stopWaiting.current();
        touch.current =
          event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY, held: false } : null;
        if (!touch.current || !onHeld) return;
        stopWaiting.current = after(HELD_MS, () => {
          if (!touch.current) return;
          touch.current.held = true;
          navigator.vibrate?.(10);
          onHeld();
        });
      },
      onPointerMove(event: PointerEvent) {
        const from = touch.current;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX)
          stopWaiting.current();
      },
      onPointerUp: () => stopWaiting.current(),
      onPointerCancel: () => stopWaiting.current(),
    },
    /** The press, so far, is a finger's. */
    isTouched: () => touch.current !== null,
    /** What a click ends: a long press, which has done its act, a tap, or null without a finger. */
    end(): 'held' | 'tap' | null {
      const ended = touch.current;
      touch.current = null;
      return ended && (ended.held ? 'held' : 'tap');
    },
  };
}
