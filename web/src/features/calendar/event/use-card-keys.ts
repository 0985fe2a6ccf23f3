import { type RefObject, useEffect, useRef } from 'react';
import { isTyping, shortcutOf } from '../../../parts/keyboard/shortcuts.ts';

type Acts = { edit(): void; remove(): void };

/** CL-255: the keys of an event also work while its card is open, unless something stands over the card. */
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
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [card]);
}
