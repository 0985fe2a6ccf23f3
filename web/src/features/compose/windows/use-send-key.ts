import type { KeyboardEvent, RefObject } from 'react';

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt']);

type Sends = {
  send(): void;
  /** Null where no conversation is answered. */
  archive: (() => void) | null;
};

/**
 * Ctrl+Enter sends from every field, and with Shift also archives what is answered; but only if the user has
 * interacted with the form (`touched`).
 */
export function useSendKey(touched: RefObject<boolean>, { send, archive }: Sends) {
  /** In the capture phase, before the editor, which handles the key itself. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    if (!isSendKey(event)) {
      if (!MODIFIERS.has(event.key)) touched.current = true;
    } else if (event.repeat || !touched.current) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.shiftKey && archive) {
      event.preventDefault();
      event.stopPropagation();
      commitField();
      archive();
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { currentTarget, target } = event;
    if (!isSendKey(event) || event.defaultPrevented || !currentTarget.contains(target as Node)) return;
    event.preventDefault();
    commitField();
    send();
  }

  /** Leaving the field commits the text typed in it. */
  function commitField(): void {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return;
    field.blur();
    field.focus({ preventScroll: true });
  }

  function onPointerDownCapture(): void {
    touched.current = true;
  }

  return { onPointerDownCapture, onKeyDownCapture, onKeyDown };
}

function isSendKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
