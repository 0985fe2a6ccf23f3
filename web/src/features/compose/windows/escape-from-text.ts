import type { KeyboardEvent } from 'react';

/**
 * Whether this Escape is for the window or form itself: anything opened from it, such as a menu or
 * suggestions, closes first. `own` is a button of the window that is marked as expanded as long as the window
 * is.
 */
export function isEscapeFromText(event: KeyboardEvent<HTMLElement>, own: Element | null = null): boolean {
  const { target, currentTarget } = event;
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return false;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  // The editor cancels every Escape, but does nothing with it.
  if (event.defaultPrevented && !target.closest('[contenteditable="true"]')) return false;
  const opener = target.closest('[aria-expanded="true"]');
  return opener === null || opener === own;
}
