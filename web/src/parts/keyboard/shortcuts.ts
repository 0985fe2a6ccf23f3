import { hasLayers } from '../../ui/layers/layers.ts';

/** A key in the notation of the shortcut map: `#`, `Shift+i`, `Mod+z` (Ctrl, or ⌘ on a Mac), `Escape`. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string {
  if (event.altKey) return '';
  const letter = event.key.length === 1 && event.key.toLowerCase() !== event.key.toUpperCase();
  const key = letter ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `Mod+${event.shiftKey ? 'Shift+' : ''}${key}`;
  // Characters such as # and ? need Shift on some keyboards only.
  return letter && event.shiftKey ? `Shift+${key}` : key;
}

/** Whether the user is typing into a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]') !== null;
}

/** A minimised message is only a bar at the bottom of the page, which keeps the keys. */
const OVERLAYS = '[role="dialog"]:not([data-state="mini"]), [role="menu"], [role="listbox"], [data-compose]';

/**
 * Whether keys belong to an open dialog, a menu or a compose window: while a layer is open, wherever the
 * focus is.
 */
export function isInOverlay(target: EventTarget | null): boolean {
  if (hasLayers()) return true;
  if (!(target instanceof Element)) return false;
  const overlay = target.closest(OVERLAYS);
  return overlay !== null && overlay.getAttribute('data-state') !== 'mini';
}

/** Keys after `g`, by the folder they open. */
export const GO_TO = { i: 'INBOX', s: 'Starred', t: 'Sent', d: 'Drafts' } as const;

/** The label of a key on this platform. */
export function printedKey(shortcut: string): string {
  const apple = /Mac|iPhone|iPad/.test(window.navigator.platform);
  return shortcut
    .split(' ')
    .map((key) =>
      key
        .replace('Mod+', apple ? '⌘ ' : 'Ctrl ')
        .replace('Alt+', apple ? '⌥ ' : 'Alt ')
        .replace('Shift+', '⇧ ')
        .replace('Escape', 'Esc')
        .replace(/\b([a-z])$/, (letter) => letter.toUpperCase()),
    )
    .join(' → ');
}
