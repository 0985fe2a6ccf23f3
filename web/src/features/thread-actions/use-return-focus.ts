import { useEffect, useRef } from 'react';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { focusBehind } from '../../parts/keyboard/typed-ahead.ts';

/** When a dialog closes, returns the focus to the element that had it when the dialog opened. */
export function useReturnFocus(asked: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(
    () =>
      threadDialog.subscribe(() => {
        const focused = focusBehind();
        if (threadDialog.get() && focused instanceof HTMLElement && focused !== document.body)
          before.current = focused;
      }),
    [],
  );
  useEffect(() => {
    if (asked || !before.current) return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null)
      before.current.focus({ preventScroll: true });
    before.current = null;
  }, [asked]);
}
