import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A part that unmounts with the focus in it, such as a retry button, passes the focus to the heading above
 * it: keyboard and screen-reader users are then just before the new content, not at the top of the page.
 */
export function usePassFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    return () => {
      if (part?.contains(document.activeElement)) passFocus(part);
    };
  }, []);
  return ref;
}

function passFocus(part: Element): void {
  const place = placeBefore(part);
  // Any tabindex makes it focusable; -1 keeps it out of the Tab order.
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
}

/**
 * The nearest heading before the part and about it; failing that, the dialog around it or the main part of
 * the page.
 */
function placeBefore(part: Element): HTMLElement | null {
  for (let around = part.parentElement; around; around = around.parentElement) {
    const headings = [...around.querySelectorAll<HTMLElement>('h1, h2, h3, h4')];
    const heading = headings.findLast((each) => isBefore(each, part) && !isOfAnother(each, part));
    if (heading) return heading;
    if (around.matches('main, [role="dialog"]')) return around as HTMLElement;
  }
  return document.querySelector('main');
}

function isBefore(heading: Element, part: Element): boolean {
  return heading.compareDocumentPosition(part) === Node.DOCUMENT_POSITION_FOLLOWING;
}

function isOfAnother(heading: Element, part: Element): boolean {
  return heading.closest('section, article, nav, aside')?.contains(part) === false;
}
