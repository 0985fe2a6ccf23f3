import { type RefObject, useEffect, useRef } from 'react';

/**
 * What is done to a line of a list may take it away, and the focus with it: `place` gets that then. Answers what to call
 * once something was done.
 */
export function useKeptFocus(lines: unknown, place: RefObject<HTMLElement | null>): () => void {
  const acted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the lines are others
  useEffect(() => {
    if (acted.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
  }, [lines, place]);
  return () => {
    acted.current = true;
  };
}
