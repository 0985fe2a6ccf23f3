import { useEffect, useRef } from 'react';
import { isInSequence } from './key-sequence.ts';
import { isInOverlay, isTyping, shortcutOf } from './shortcuts.ts';

/**
 * The shortcuts of a list and its rows, unless a dialog asks something. `perform` returns false for those that
 * mean the same everywhere (z, g …, Ctrl K), which are left to the page.
 */
export function useListKeys(isAsking: boolean, perform: (key: string) => boolean): void {
  const latest = useRef({ isAsking, perform });
  latest.current = { isAsking, perform };
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isInSequence()) return;
      if (isTyping(event.target) || isInOverlay(event.target) || latest.current.isAsking) return;
      if (!latest.current.perform(shortcutOf(event))) return;
      event.preventDefault();
      // Otherwise the page's mail shortcuts would run too.
      event.stopImmediatePropagation();
    }
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

/** Puts the focus into the search above the list; returns false where there is none. */
export function focusListSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-list-search]');
  field?.focus();
  field?.select();
  return field !== null;
}
