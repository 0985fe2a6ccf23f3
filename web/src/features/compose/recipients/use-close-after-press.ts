import { useEffect, useRef } from 'react';

/**
 * For what becomes smaller when it loses the focus: `close` is called at once where a key took the focus away, and after a press
 * only when that has become a click. What is below would move away from under the finger, and not be clicked.
 */
export function useCloseAfterPress(isOpen: boolean, close: () => void): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
    };
    document.addEventListener('mousedown', press, true);
    document.addEventListener('mouseup', release, true);
    return () => {
      document.removeEventListener('mousedown', press, true);
      document.removeEventListener('mouseup', release, true);
      release();
    };
  }, [isOpen]);

  return () => {
    if (!isPressed.current) close();
    // The click follows in the same task.
    else
      document.addEventListener('mouseup', () => requestAnimationFrame(close), { capture: true, once: true });
  };
}
