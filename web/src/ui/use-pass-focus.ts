import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A part that goes away with the focus in it, as a button does that reads again what failed, passes it to the heading
 * above: who uses the keyboard or a screen reader is then before what appears, and not at the top of the page.
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
  // Any tabindex makes it take the focus; this one keeps it out of the order of Tab.
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
}

/** The nearest heading before the part, that is about it; at last the dialog around it, or the main part of the page. */
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
