import { type Ref, useEffect, useImperativeHandle } from 'react';

/** Stands for an element that is on the page already, where something else wants to be told what it belongs to. */
export function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}

/** What opened gives the focus back when it goes, unless something else took it. */
export function useFocusBack(element: HTMLElement): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) element.focus({ preventScroll: true });
    },
    [element],
  );
}
