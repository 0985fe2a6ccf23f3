import { useEffect, useRef } from 'react';
import { question } from './asking.ts';

/** When a question is answered, the focus goes back to where it was when it was asked. */
export function useReturnFocus(asked: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(
    () =>
      question.subscribe(() => {
        const focused = document.activeElement;
        if (question.get() && focused instanceof HTMLElement && focused !== document.body)
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
