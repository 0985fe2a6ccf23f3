import type { KeyboardEvent, RefObject } from 'react';

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt']);

/** Ctrl+Enter sends from every field. `touched`: whether a person had to do with the form, without which it does not. */
export function useSendKey(touched: RefObject<boolean>, send: () => void) {
  /** Before the editor, which has the key for itself. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    if (!isSendKey(event)) {
      if (!MODIFIERS.has(event.key)) touched.current = true;
    } else if (event.repeat || !touched.current) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { currentTarget, target } = event;
    if (!isSendKey(event) || event.defaultPrevented || !currentTarget.contains(target as Node)) return;
    event.preventDefault();
    const field = document.activeElement;
    if (field instanceof HTMLInputElement) {
      // What is typed in the field counts as soon as the focus has left it.
      field.blur();
      field.focus({ preventScroll: true });
    }
    send();
  }

  function onPointerDownCapture(): void {
    touched.current = true;
  }

  return { onPointerDownCapture, onKeyDownCapture, onKeyDown };
}

function isSendKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
