import type { Thread } from '@bocau/contract/threads.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { stableOffset } from './stable-offset.ts';

/** Keeps the visible rows in place when new ones arrive above: the list is scrolled by their height. */
export function useStableScroll(
  scroller: RefObject<HTMLElement | null>,
  threads: readonly Thread[],
  height: number,
): void {
  const before = useRef(threads);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && before.current !== threads) {
      const offset = stableOffset(before.current, threads, element.scrollTop, height);
      // At the top new mail slides in; further down nothing may move.
      element.dataset['still'] = String(element.scrollTop > 0);
      if (offset !== element.scrollTop) element.scrollTop = offset;
    }
    before.current = threads;
  }, [scroller, threads, height]);
}
