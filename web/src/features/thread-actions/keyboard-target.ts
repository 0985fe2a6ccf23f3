import { useEffect, useRef } from 'react';
import { createStore } from '../../lib/store.ts';
import type { ActTarget } from './act-target.ts';

/** What keyboard shortcuts and the command palette act on; the screen that is shown sets it. */
export type KeyboardTarget = {
  /** What is picked, else the thread that is read, else the row that has the cursor. */
  target(): ActTarget;
  step(by: 1 | -1, extending: boolean): void;
  open(): void;
  /** Out of the thread, or out of the selection; false when there was nothing to leave. */
  back(): boolean;
  toggleSelected(): void;
};

export const keyboardTarget = createStore<{ readonly current: KeyboardTarget } | null>(null);

/** Shortcuts and the command palette act on this screen while it is shown, as it is then. */
export function useKeyboardTarget(target: KeyboardTarget): void {
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    keyboardTarget.set(latest);
    return () => keyboardTarget.set(null);
  }, []);
}
