import { useEffect, useRef, useState } from 'react';
import { after, now } from '../../../lib/timers.ts';

const PAUSE_MS = 1_000;
const TEXT = 'input, textarea, select, [contenteditable="true"]';

/**
 * Whether somebody may be asked about this window: whoever types would answer with the next key. Of another message than
 * the one that they write, they are asked when they turn from it. What was asked once stays.
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
    // Where the focus goes is known once it has gone.
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
