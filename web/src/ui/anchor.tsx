import { type Ref, useEffect, useImperativeHandle } from 'react';

/** Passes an element that is already on the page as the anchor to a component that expects a child. */
export function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}

/** Returns the focus to the opener on unmount, unless something else has taken it. */
export function useFocusBack(element: HTMLElement): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) element.focus({ preventScroll: true });
    },
    [element],
  );
}
