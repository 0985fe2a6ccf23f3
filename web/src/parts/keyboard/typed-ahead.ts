import styles from './typed-ahead.module.css';

/** The target that is still loading. */
export type Awaited = 'message' | 'palette' | 'picker' | 'event';

type Held = { field: HTMLTextAreaElement; opener: Element | null; composing: boolean; release(): void };

export const held = new Map<Awaited, Held>();

/**
 * Redirects keystrokes into a temporary field until their target takes them, so that no key acts on the page
 * meanwhile. It is a field, so that input methods work; it is created and removed without React, whose
 * rendering and DOM updates are moments apart in which keystrokes arrive. Returns a function that gives the
 * keys back to the page.
 */
export function holdKeys(meantFor: Awaited, label: string): () => void {
  const field = document.createElement('textarea');
  const now: Held = { field, opener: focusBehind(), composing: false, release: returnKeys };
  const before = held.get(meantFor)?.field;
  field.value = before?.value ?? '';
  before?.remove();
  held.set(meantFor, now);
  field.className = styles['ahead'] ?? '';
  field.ariaLabel = label;
  field.addEventListener('compositionstart', () => {
    now.composing = true;
  });
  field.addEventListener('compositionend', () => {
    now.composing = false;
  });
  field.addEventListener('keydown', (event) => {
    // Auto-repeat of the key that opened it.
    if (event.repeat && field.value === '') event.preventDefault();
    if (event.isComposing) return;
    if (event.key === 'Escape') returnKeys();
    if (event.key !== 'Tab' || event.shiftKey) return;
    // Tab is kept as text: what follows it is meant for the next field.
    event.preventDefault();
    field.setRangeText('\t', field.selectionStart, field.selectionEnd, 'end');
  });
  document.body.append(field);
  field.focus({ preventScroll: true });

  function returnKeys(): void {
    if (held.get(meantFor) !== now) return;
    held.delete(meantFor);
    const { opener } = now;
    if (document.activeElement === field && opener instanceof HTMLElement)
      opener.focus({ preventScroll: true });
    field.remove();
  }
  return returnKeys;
}

/** Returns the keystrokes to the page when the code of a dialog failed to load. */
export function returnKeysOfDialogs(): void {
  for (const name of ['palette', 'picker'] as const) held.get(name)?.release();
}

/** The focused element, or the one that had the focus before keystrokes were held. */
export function focusBehind(): Element | null {
  const { activeElement } = document;
  for (const { field, opener } of held.values()) if (field === activeElement) return opener;
  return activeElement;
}
