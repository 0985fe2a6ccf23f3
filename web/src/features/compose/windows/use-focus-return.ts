import { useEffect, useRef } from 'react';
import { focusBehind } from '../../../parts/keyboard/typed-ahead.ts';
import { hasNoFocus } from '../../../ui/has-no-focus.ts';
import { returnFocus } from '../../../ui/return-focus.ts';

/**
 * A message that closes returns the focus to the element of the page that had it when the message opened,
 * else to the list.
 */
export function useFocusReturn(): void {
  const cameFrom = useRef(focusBehind());
  useEffect(
    () => () => {
      if (!hasNoFocus()) return;
      const page = document.getElementById('content');
      const { current } = cameFrom;
      // CW-4: neither an opener outside of the page nor another message: the next keys are for the list.
      const isThere =
        current instanceof HTMLElement &&
        page?.contains(current) === true &&
        current.closest('[data-compose]') === null;
      const list = page?.querySelector<HTMLElement>('[role="grid"]');
      returnFocus(isThere ? current : (list ?? page));
    },
    [],
  );
}
