import { type Ref, type RefObject, useImperativeHandle, useState } from 'react';

export type GridHandle = {
  /** With a visible cursor where the keyboard asked for it; else as it was. */
  focus(visibly?: boolean): void;
  show(index: number): void;
};

/** Whether the cursor of a grid is drawn, as it is for keys, and the handle by which others put the focus on it. */
export function useGridFocus(
  scroller: RefObject<HTMLElement | null>,
  handle: Ref<GridHandle>,
  show: (index: number) => void,
) {
  const [keys, setKeys] = useState(false);
  useImperativeHandle(handle, () => ({
    focus: (visibly = false) => {
      if (visibly) setKeys(true);
      scroller.current?.focus({ preventScroll: true });
    },
    show,
  }));
  return [keys, setKeys] as const;
}
