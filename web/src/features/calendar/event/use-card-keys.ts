import { type RefObject, useEffect, useRef } from 'react';
import { shortcutOf } from '../../../parts/keyboard/shortcuts.ts';

type Acts = { edit(): void; remove(): void };

/** CL-255: the keys of an event also work in its open card, which has the focus. */
export function useCardKeys(card: RefObject<HTMLElement | null>, acts: Acts): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const element = card.current;
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      const key = shortcutOf(event);
      if (key === 'e') latest.current.edit();
      else if (key === 'Delete' || key === '#') latest.current.remove();
      else return;
      event.preventDefault();
    }
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [card]);
}
