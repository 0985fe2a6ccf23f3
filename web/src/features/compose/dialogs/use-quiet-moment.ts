import { useEffect, useRef, useState } from 'react';
import { after, now } from '../../../lib/timers.ts';

const PAUSE_MS = 1_000;
const TEXT = 'input, textarea, select, [contenteditable="true"]';

/**
 * Whether to show a dialog about this window now: while somebody types, their next key would answer it.
 * Somebody who is writing another message is asked when they leave that one. A dialog once shown stays.
 */
export function useQuietMoment(windowId: string | null): boolean {
  const [askedOf, setAskedOf] = useState<string | null>(null);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    let stop = () => {};
    const look = () => {
      stop();
      if (windowId === null) return setAskedOf(null);
      const typing = typedAt.current + PAUSE_MS - now();
      if (typing > 0) stop = after(typing, look);
      else if (!writesElsewhere(windowId)) setAskedOf(windowId);
    };
    const typed = () => {
      typedAt.current = now();
      look();
    };
    // The new focus is known only after the event.
    const moved = () => {
      stop();
      stop = after(0, look);
    };
    look();
    document.addEventListener('keydown', typed, true);
    document.addEventListener('focusin', moved);
    document.addEventListener('focusout', moved);
    return () => {
      stop();
      document.removeEventListener('keydown', typed, true);
      document.removeEventListener('focusin', moved);
      document.removeEventListener('focusout', moved);
    };
  }, [windowId]);
  return windowId !== null && askedOf === windowId;
}

function writesElsewhere(windowId: string): boolean {
  const text = document.activeElement?.closest(TEXT);
  return Boolean(text) && text?.closest('[data-compose]')?.getAttribute('data-compose') !== windowId;
}
