import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { rowsInView } from './rows-in-view.ts';

/**
 * Overscan: rows rendered on either side of the visible ones, for scrolling that is faster than rendering.
 */
const BESIDE = 8;
/** Part of the window's height that is taken by the page's header and the list's toolbar. */
const ABOVE = 100;

type RowWindow = {
  /** Indexes of the rendered rows, in order. */
  indexes: readonly number[];
  /** Scrolls just enough to have the whole row in view. */
  show(index: number): void;
};

type Options = {
  count: number;
  height: number;
  /** Initial scroll position of the list. */
  offset: number;
  /** A row that is rendered even when out of view; -1 for none. */
  always: number;
  /** Receives the scroll position when the list unmounts. */
  left(offset: number): void;
};

/**
 * Virtual scrolling: renders only the rows in view, and some on either side, of many rows of equal height.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, options: Options): RowWindow {
  const { count, height, always } = options;
  // An estimate until it is measured; overscan rows come later, so as not to delay the first ones.
  const [view, setView] = useState({ offset: options.offset, size: window.innerHeight - ABOVE });
  const [beside, setBeside] = useState(0);
  const latest = useRef(options);
  latest.current = options;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const begin = latest.current.offset;
    if (begin > 0) element.scrollTop = begin;
    let offset = element.scrollTop;
    const read = () => {
      offset = element.scrollTop;
      const size = element.clientHeight || window.innerHeight - ABOVE;
      setView((view) => (view.offset === offset && view.size === size ? view : { offset, size }));
    };
    read();
    // Rendered synchronously, before the next frame: otherwise fast scrolling would show empty rows.
    const scrolled = () => flushSync(read);
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
      latest.current.left(offset);
    };
  }, [scroller]);

  useEffect(() => startTransition(() => setBeside(BESIDE)), []);

  const show = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const { height } = latest.current;
      const top = index * height;
      const bottom = top + height - element.clientHeight;
      if (element.scrollTop > top) element.scrollTop = top;
      else if (element.scrollTop < bottom) element.scrollTop = bottom;
    },
    [scroller],
  );

  return { indexes: rowsInView({ ...view, beside, count, height, always }), show };
}
