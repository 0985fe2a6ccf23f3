import type { Thread } from '@bocau/contract/threads.ts';
import type { RefObject } from 'react';
import { useGestures } from '../../parts/settings/gestures.ts';
import { usePull } from './use-pull.ts';
import type { RowHandlers } from './use-row-handlers.ts';
import { useSwipe } from './use-swipe.ts';

type Acts = {
  threads: readonly Thread[];
  handlers: RowHandlers;
  onSwipe(threadId: string, side: 'left' | 'right'): void;
  onRefresh(): void;
};

/** Touch gestures on the rows: swiping one, a long press selects it, and pull to refresh. */
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

  useSwipe(scroller, { swipes, onSwipe, onHold: pickHeld });
  usePull(scroller, rows, onRefresh);
}
