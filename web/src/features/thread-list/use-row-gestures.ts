import type { Thread } from '@bocau/contract/threads.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { useGestures } from '../../parts/settings/gestures.ts';
import { reportPartFailed } from '../../ui/lazy-part.tsx';
import type { Side } from './swipe-act.ts';
import type { RowHandlers } from './use-row-handlers.ts';

type Acts = {
  threads: readonly Thread[];
  handlers: RowHandlers;
  onRefresh(): void;
};

/**
 * Touch gestures on the rows: swiping one, a long press selects it, and pull to refresh. Their code is loaded once rows
 * are shown, and only where there is something to touch.
 */
export function useRowGestures(
  scroller: RefObject<HTMLDivElement | null>,
  rows: RefObject<HTMLDivElement | null>,
  { threads, handlers, onRefresh }: Acts,
): void {
  const allowed = useGestures();

  function rowOf(id: string): Thread | undefined {
    return threads.find((each) => each.id === id);
  }

  function actOf(id: string, side: Side) {
    const thread = rowOf(id);
    const act = thread && handlers.swipeAct(thread, side);
    return act ? () => handlers.perform(act, thread) : null;
  }

  const now = {
    swipes: (id: string, side: Side) => allowed && actOf(id, side) !== null,
    onSwipe: (id: string, side: Side) => actOf(id, side)?.(),
    onHold(id: string) {
      const thread = rowOf(id);
      if (thread) handlers.toggle(thread, false);
    },
    onRefresh,
  };
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => {
    const element = scroller.current;
    if (!element || navigator.maxTouchPoints === 0) return;
    let isShown = true;
    let ends: (() => void)[] = [];
    Promise.all([import('./follow-swipes.ts'), import('./follow-pulls.ts')]).then(
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
