import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element is narrower than a width, tracked while it is mounted. */
export function useIsNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => setNarrow(watched.clientWidth < width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, width]);
  return narrow;
}
