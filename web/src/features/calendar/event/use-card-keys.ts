import { type RefObject, useEffect, useRef } from 'react';
import { undoLatest } from '../../../parts/acts/undo-latest.ts';
import { isTyping, shortcutOf } from '../../../parts/keyboard/shortcuts.ts';
import { reportPartFailed } from '../../../ui/lazy-part.tsx';

type Acts = { edit(): void; remove(): void };

/** CL-255 CL-368: the keys of an event, and those that undo, also work in its open card, unless something covers it. */
export function useCardKeys(card: RefObject<HTMLElement | null>, acts: Acts): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
      const layer = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]');
      if (layer && !layer.contains(card.current)) return;
      const key = shortcutOf(event);
      if (key === 'e') latest.current.edit();
      else if (key === 'Delete' || key === '#') latest.current.remove();
      else if (key === 'z' || key === 'Mod+z') undoLatest().catch(reportPartFailed);
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [card]);
}
