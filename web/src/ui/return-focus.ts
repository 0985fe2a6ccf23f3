/**
 * Puts the focus back where it was before something on top of the page closed. It comes from nowhere, without a
 * `relatedTarget`: by that a list knows that nobody went to one of its rows (CW-4).
 */
export function returnFocus(place: HTMLElement | null): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  place?.focus({ preventScroll: true });
}
