import styles from './typed-ahead.module.css';

/** What is on its way. */
export type Awaited = 'message' | 'palette';

type Held = { field: HTMLTextAreaElement; opener: Element | null; composing: boolean };

export const held = new Map<Awaited, Held>();

/**
 * From now on keys are written into a field of the page's own, until what they are meant for takes them: no key acts on
 * the page meanwhile. A field, so that an input method can write there; made and removed by itself, because what React
 * has drawn and what it has put on the page are moments apart in which keys come. Gives the way to return the keys.
 */
export function holdKeys(meantFor: Awaited, label: string): () => void {
  const field = document.createElement('textarea');
  const now: Held = { field, opener: focusBehind(), composing: false };
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
    // The key that opened it, held down.
    if (event.repeat && field.value === '') event.preventDefault();
    if (event.isComposing) return;
    if (event.key === 'Escape') returnKeys();
    if (event.key !== 'Tab' || event.shiftKey) return;
    // It is written as well: what comes after it is meant for the next field.
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

/** Where the focus is, or was before keys were held. */
export function focusBehind(): Element | null {
  const { activeElement } = document;
  for (const { field, opener } of held.values()) if (field === activeElement) return opener;
  return activeElement;
}
