import { after } from '../lib/timers.ts';

/** Time for the code that removed the focused element to move the focus itself. */
const PATIENCE_MS = 250;

/**
 * The focused element may be removed or disabled without a successor: the browser then moves the focus to the
 * body, where keys and screen readers start again at the top of the page. This moves it to the open dialog
 * instead, or to the main part. A page in which nothing had the focus yet, and a press on an empty area, are
 * left alone.
 */
export function keepFocusInPage(): () => void {
  let hadFocus = document.activeElement !== document.body;
  let stopWaiting: (() => void) | null = null;

  const isLost = () => hadFocus && document.activeElement === document.body;
  function putBack(): void {
    stopWaiting = null;
    if (!isLost()) return;
    const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
    const place = dialog ?? document.querySelector<HTMLElement>('#content, main');
    if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1;
    place?.focus({ preventScroll: true });
  }
  function look(): void {
    if (isLost()) stopWaiting ??= after(PATIENCE_MS, putBack);
  }
  function noteFocus(): void {
    if (document.activeElement !== document.body) hadFocus = true;
  }
  function notePress(): void {
    hadFocus = false;
  }

  document.addEventListener('focusin', noteFocus);
  // The only event when a frame takes the focus.
  window.addEventListener('blur', noteFocus);
  document.addEventListener('focusout', look);
  document.addEventListener('pointerdown', notePress, { capture: true });
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  return () => {
    document.removeEventListener('focusin', noteFocus);
    window.removeEventListener('blur', noteFocus);
    document.removeEventListener('focusout', look);
    document.removeEventListener('pointerdown', notePress, { capture: true });
    observer.disconnect();
    stopWaiting?.();
  };
}
