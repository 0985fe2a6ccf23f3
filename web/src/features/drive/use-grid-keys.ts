import type { KeyboardEvent, RefObject } from 'react';
import { indexOfKey, rowsOfPage } from '../../ui/rows/index-of-key.ts';
import type { DriveScreenState } from './use-drive-screen.ts';

type Grid = {
  scroller: RefObject<HTMLElement | null>;
  /** The index of the active entry; -1 while there is none. */
  at: number;
  columns: number;
  /** The height of a row. */
  height: number;
};

/** The keyboard handlers of a list's entries while it has the focus. */
export function useGridKeys(screen: DriveScreenState, { scroller, at, columns, height }: Grid) {
  const { cursor } = screen;
  const { length: count } = screen.view.files;

  /** The first entry completely in view: moving to it doesn't scroll. */
  function firstInView(): number {
    const top = scroller.current?.scrollTop ?? 0;
    return Math.min(count - 1, Math.ceil(top / height) * columns);
  }

  return {
    firstInView,
    /** Returns whether it handled the key. */
    onKey(event: KeyboardEvent): boolean {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
        return false;
      const page = rowsOfPage(scroller.current, height);
      const to = indexOfKey(event.key, { at, count, columns, page, begin: firstInView });
      if (to !== null) screen.move(to, event.shiftKey);
      else if (event.key === 'Enter' && cursor) screen.open(cursor);
      else if (event.key === ' ' && cursor) screen.toggle(cursor, event.shiftKey);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
