import { type Ref, type RefObject, useImperativeHandle, useState } from 'react';

export type GridHandle = {
  /** `visibly`: shows the cursor, as for the keyboard; left out, its visibility does not change. */
  focus(visibly?: boolean): void;
  show(index: number): void;
};

/** Whether the cursor of a grid is visible, as it is for the keyboard, and a handle to focus the grid. */
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
