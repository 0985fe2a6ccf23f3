import { useEffect, useRef } from 'react';

/** A message that goes gives the focus back to where it was when the message came. */
export function useFocusReturn(): void {
  const cameFrom = useRef(document.activeElement);
  useEffect(
    () => () => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const { current } = cameFrom;
      const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
      const back = isThere ? current : document.getElementById('content');
      back?.focus({ preventScroll: true });
    },
    [],
  );
}
