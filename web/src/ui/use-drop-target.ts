import { type DragEvent, useState } from 'react';

type Drop = {
  /** What a drop of this would do; `none` where it is refused, null where it is left to others. */
  effectOf(data: DataTransfer): 'copy' | 'move' | 'none' | null;
  onDrop(data: DataTransfer): void;
};

/** Makes an element a drop target. */
export function useDropTarget({ effectOf, onDrop }: Drop) {
  const [over, setOver] = useState(false);

  function hover(event: DragEvent): void {
    const effect = effectOf(event.dataTransfer);
    if (effect === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = effect;
    setOver(effect !== 'none');
  }

  return {
    over,
    handlers: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave(event: DragEvent): void {
        if (hasLeft(event)) setOver(false);
      },
      onDrop(event: DragEvent): void {
        setOver(false);
        if (effectOf(event.dataTransfer) === null) return;
        event.preventDefault();
        onDrop(event.dataTransfer);
      },
    },
  };
}

/** Not for a part of the element. */
export function hasLeft({ currentTarget, relatedTarget }: DragEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
}
