import { useEffect, useRef } from 'react';
import { createStore } from '../../lib/store.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';

/** The target of shortcuts and the command palette; set by the current screen. */
export type KeyboardTarget = {
  /** The selected threads, else the open one, else the row of the cursor. */
  target(): ActTarget;
  step(by: 1 | -1, extending: boolean): void;
  open(): void;
  /** Leaves the thread or the selection; returns false where there was neither. */
  back(): boolean;
  toggleSelected(): void;
  /** Selects the rows of the page; returns false where a conversation is open. */
  selectAll(): boolean;
};

export const keyboardTarget = createStore<{ readonly current: KeyboardTarget } | null>(null);

/** Makes this screen the target of shortcuts and the command palette while mounted, in its latest state. */
export function useKeyboardTarget(target: KeyboardTarget): void {
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    keyboardTarget.set(latest);
    return () => keyboardTarget.set(null);
  }, []);
}
