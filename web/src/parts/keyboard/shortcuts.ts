import { hasLayers } from '../../ui/layers/layers.ts';

/** A key as the map of shortcuts writes it: `#`, `Shift+i`, `Mod+z` (Ctrl, or ⌘ on a Mac), `Escape`. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string {
  if (event.altKey) return '';
  const letter = event.key.length === 1 && event.key.toLowerCase() !== event.key.toUpperCase();
  const key = letter ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `Mod+${event.shiftKey ? 'Shift+' : ''}${key}`;
  // Signs such as # and ? are typed with Shift on some keyboards and without it on others.
  return letter && event.shiftKey ? `Shift+${key}` : key;
}

/** Whether keys are being typed into something. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]') !== null;
}

/** A message that is minimised is a bar at the foot of the page, which has the keys then. */
const OVERLAYS = '[role="dialog"]:not([data-state="mini"]), [role="menu"], [role="listbox"], [data-compose]';

/**
 * Whether keys belong to an open dialog, a menu or a message that is being written: wherever the focus is, while a layer
 * lies over the page.
 */
export function isInOverlay(target: EventTarget | null): boolean {
  if (hasLayers()) return true;
  if (!(target instanceof Element)) return false;
  const overlay = target.closest(OVERLAYS);
  return overlay !== null && overlay.getAttribute('data-state') !== 'mini';
}

/** Keys after `g`, by the folder that they lead to. */
export const GO_TO = { i: 'INBOX', s: 'Starred', t: 'Sent', d: 'Drafts' } as const;

/** How a key is printed on this machine. */
export function printedKey(shortcut: string): string {
  const apple = /Mac|iPhone|iPad/.test(window.navigator.platform);
  return shortcut
    .split(' ')
    .map((key) =>
      key
        .replace('Mod+', apple ? '⌘ ' : 'Ctrl ')
        .replace('Shift+', '⇧ ')
        .replace('Escape', 'Esc')
        .replace(/\b([a-z])$/, (letter) => letter.toUpperCase()),
    )
    .join(' → ');
}
