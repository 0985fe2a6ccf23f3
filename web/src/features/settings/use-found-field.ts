import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigate } from '../../router/router.tsx';

const FOCUSABLE = 'input:checked, input, select, textarea, [contenteditable="true"], button';

/** Focuses the field that the address names (`?field=`), as soon as it is rendered. */
export function useFoundField(place: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const field = new URLSearchParams(search).get('field');

  useEffect(() => {
    const panel = place.current;
    if (field === null || !panel) return undefined;

    function focus(): boolean {
      const found = panel?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(field ?? '')}"]`);
      if (!found) return false;
      const control =
        found.querySelector<HTMLElement>('input:checked') ?? found.querySelector<HTMLElement>(FOCUSABLE);
      bringIntoView(found);
      (control ?? found).focus({ preventScroll: true });
      // Only once: a reload starts at the top of the page.
      void navigate(pathname, { replace: true });
      return true;
    }

    if (focus()) return undefined;
    const watching = new MutationObserver(() => focus() && watching.disconnect());
    watching.observe(panel, { childList: true, subtree: true });
    return () => watching.disconnect();
  }, [field, pathname, navigate, place]);
}

/** Centres it in its scroll container; the browser's `scrollIntoView` would scroll the page as well. */
function bringIntoView(field: HTMLElement): void {
  const scroller = field.closest('[data-scroller]');
  if (!scroller) return;
  const [outer, inner] = [scroller.getBoundingClientRect(), field.getBoundingClientRect()];
  scroller.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2);
}
