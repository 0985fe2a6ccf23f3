import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { after } from '../../lib/timers.ts';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import type { ContactRowHandlers } from './use-contact-handlers.ts';

/** How long a finger must rest to select the contact under it, and how far it may move meanwhile. */
const HELD_MS = 450;
const STILL_PX = 10;

/**
 * Pointer handlers of a row. A click opens the card; with Ctrl or Shift, by a long press, and while anything
 * is selected by each tap, it selects.
 */
export function useContactPointer(contact: Contact, picking: boolean, handlers: ContactRowHandlers) {
  const touch = useRef<{ x: number; y: number; held: boolean } | null>(null);
  const stopWaiting = useRef(() => {});
  useEffect(() => () => stopWaiting.current(), []);

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      stopWaiting.current();
      touch.current =
        event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY, held: false } : null;
      if (!touch.current) return;
      stopWaiting.current = after(HELD_MS, () => {
        if (!touch.current) return;
        touch.current.held = true;
        navigator.vibrate?.(10);
        handlers.toggle(contact, false);
      });
    },
    onPointerMove(event: PointerEvent) {
      const from = touch.current;
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX)
        stopWaiting.current();
    },
    onPointerUp: () => stopWaiting.current(),
    onPointerCancel: () => stopWaiting.current(),
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      if (!touch.current) handlers.menu(contact, new DOMRect(event.clientX, event.clientY, 0, 0));
    },
    onClick(event: MouseEvent) {
      const tap = touch.current;
      touch.current = null;
      if (tap?.held) return;
      if (event.shiftKey) handlers.toggle(contact, true);
      else if (event.ctrlKey || event.metaKey || (tap && picking)) handlers.toggle(contact, false);
      else handlers.open(contact);
    },
  };
}
