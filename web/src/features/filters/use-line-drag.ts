import { type DragEvent, useState } from 'react';

/** Drag and drop of list lines onto each other. */
export function useLineDrag(onDropped: (dragged: string, onto: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);

  function end() {
    setDragged(null);
    setOver(null);
  }

  const lineOf = (id: string) => ({
    'data-over': over === id && dragged !== id ? '' : undefined,
    'data-dragged': dragged === id ? '' : undefined,
    onDragOver(event: DragEvent) {
      if (dragged === null) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      if (dragged !== null && dragged !== id) onDropped(dragged, id);
      end();
    },
  });

  return { start: setDragged, end, lineOf };
}
