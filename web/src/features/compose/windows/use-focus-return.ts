import { useEffect, useRef } from 'react';
import { focusBehind } from '../../../parts/keyboard/typed-ahead.ts';

/**
 * A message that closes returns the focus to the element of the page that had it when the message opened,
 * else to the list.
 */
export function useFocusReturn(): void {
  const cameFrom = useRef(focusBehind());
  useEffect(
    () => () => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) return;
      const page = document.getElementById('content');
      const { current } = cameFrom;
      // CW-4: neither an opener outside of the page nor another message: the next keys are for the list.
      const isThere =
        current instanceof HTMLElement &&
        page?.contains(current) === true &&
        current.closest('[data-compose]') === null;
      const list = page?.querySelector<HTMLElement>('[role="grid"]');
      const back = isThere ? current : (list ?? page);
      back?.focus({ preventScroll: true });
    },
    [],
  );
}
