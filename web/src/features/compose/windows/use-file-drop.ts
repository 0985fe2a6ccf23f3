import { type DragEvent, useRef, useState } from 'react';

/**
 * Takes files dragged from the desktop onto a message; the editor handles images dropped on the text itself.
 */
export function useFileDrop(take: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

  function end(): void {
    depth.current = 0;
    setOver(false);
  }

  return {
    over,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDropCapture: end,
      onDrop(event: DragEvent) {
        if (!hasFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        take([...event.dataTransfer.files]);
      },
    },
  };
}
