import type { Thread } from '@bocau/contract/threads.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useGestures } from '../../parts/settings/gestures.ts';
import { reportPartFailed } from '../../ui/lazy-part.tsx';
import type { RowHandlers } from './use-row-handlers.ts';

type Acts = {
  threads: readonly Thread[];
  handlers: RowHandlers;
  onSwipe(threadId: string, side: 'left' | 'right'): void;
  onRefresh(): void;
};

/**
 * Touch gestures on the rows: swiping one, a long press selects it, and pull to refresh. Their code is loaded once rows
 * are shown, and only where there is something to touch.
 */
export function useRowGestures(
  scroller: RefObject<HTMLDivElement | null>,
  rows: RefObject<HTMLDivElement | null>,
  { threads, handlers, onSwipe, onRefresh }: Acts,
): void {
  const swipes = useGestures();

  function pickHeld(id: string) {
    const thread = threads.find((each) => each.id === id);
    if (thread) handlers.toggle(thread, false);
  }

  const latest = useRef({ swipes, onSwipe, onHold: pickHeld, onRefresh });
  latest.current = { swipes, onSwipe, onHold: pickHeld, onRefresh };
  useEffect(() => {
    const element = scroller.current;
    if (!element || navigator.maxTouchPoints === 0) return;
    let isShown = true;
    let ends: (() => void)[] = [];
    loadChunk(() => Promise.all([import('./follow-swipes.ts'), import('./follow-pulls.ts')])).then(
      ([{ followSwipes }, { followPulls }]) => {
        if (!isShown) return;
        ends = [
          followSwipes(element, () => latest.current),
          followPulls(
            element,
            () => rows.current,
            () => latest.current.onRefresh(),
          ),
        ];
      },
      reportPartFailed,
    );
    return () => {
      isShown = false;
      for (const end of ends) end();
    };
  }, [scroller, rows]);
}
