import { useEffect, useRef } from 'react';
import { focusBehind } from '../../../parts/keyboard/typed-ahead.ts';
import { hasNoFocus } from '../../../ui/has-no-focus.ts';

/**
 * A message that closes returns the focus to the element of the page that had it when the message opened,
 * else to the list.
 */
export function useFocusReturn(): void {
  const cameFrom = useRef(focusBehind());
  useEffect(
    () => () => {
      if (!hasNoFocus()) return;
      // CW-4: to a list it comes from nowhere, so that no row becomes the current one.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
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
