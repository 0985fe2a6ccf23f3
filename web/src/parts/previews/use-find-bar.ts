import { useEffect, useRef, useState } from 'react';
import { layers } from '../../ui/layers/layers.ts';

/** Whether the find bar is shown; Ctrl+F opens it. */
export function useFindBar(onClosed: () => void) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isFind || layers.get().length > 1) return;
      event.preventDefault();
      setOpen(true);
      field.current?.select();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  function close(): void {
    setOpen(false);
    onClosed();
    button.current?.focus();
  }

  return {
    isOpen,
    field,
    /** The button that opens and closes it. */
    button,
    toggle: () => (isOpen ? close() : setOpen(true)),
    close,
  };
}
