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

/** Rows that are drawn on either side of those in view, for a scroll that is faster than drawing. */
const BESIDE = 8;
/** Of the window's height: the header of the page and the toolbar of the list. */
const ABOVE = 100;

type RowWindow = {
  /** Which rows are drawn, in their order. */
  indexes: readonly number[];
  /** Scrolls no further than it takes to have all of the row in view. */
  show(index: number): void;
};

type Options = {
  count: number;
  height: number;
  /** Where the list is scrolled to when it comes. */
  offset: number;
  /** Drawn even when it is scrolled away; -1 for none. */
  always: number;
  /** Told where the list was scrolled to when it goes. */
  left(offset: number): void;
};

/** Draws of many rows of one height those in view, and some on either side. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, options: Options): RowWindow {
  const { count, height, always } = options;
  // Until it is measured; the first rows are not kept waiting by those that nobody sees yet.
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
    // Drawn before the frame that shows them: a quick scroll would see empty places otherwise.
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
