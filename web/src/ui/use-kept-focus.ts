import { type RefObject, useEffect, useRef } from 'react';
import { hasNoFocus } from './has-no-focus.ts';

/**
 * An act on a line of a list may remove the line, and the focus with it: then `place` gets the focus. Returns
 * a function to call after each act.
 */
export function useKeptFocus(lines: unknown, place: RefObject<HTMLElement | null>): () => void {
  const acted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the lines are others
  useEffect(() => {
    if (acted.current && hasNoFocus()) place.current?.focus({ preventScroll: true });
  }, [lines, place]);
  return () => {
    acted.current = true;
  };
}
