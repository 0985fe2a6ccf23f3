import type { KeyboardEvent } from 'react';

const STOPS = 'button, input, select, textarea, a[href], iframe, [contenteditable="true"], [tabindex]';

/** Focus trap: Tab cycles within a window that covers the page. */
export function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);
  const from = event.shiftKey ? stops[0] : stops.at(-1);
  const to = event.shiftKey ? stops.at(-1) : stops[0];
  if (!to || !from?.contains(document.activeElement)) return;
  event.preventDefault();
  to.focus();
}

function isStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0;
}
