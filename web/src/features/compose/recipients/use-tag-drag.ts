import { type DragEvent, useState } from 'react';
import type { RecipientField } from '../../../model/compose/compose-model.ts';
import { hasLeft } from '../../../ui/use-drop-target.ts';
import { isRecipientList } from './typed-recipients.ts';

type How = {
  field: RecipientField;
  group: string;
  onMove(from: RecipientField, index: number, to: RecipientField, at?: number): void;
  onAdd(text: string): void;
};

/** Drag and drop of tags between the fields of one window, and of addresses from anywhere. */
export function useTagDrag({ field, group, onMove, onAdd }: How) {
  const [over, setOver] = useState(false);
  const type = `application/x-bocau-recipient.${group.toLowerCase()}`;
  const accepts = ({ dataTransfer }: DragEvent) =>
    dataTransfer.types.includes(type) ||
    (dataTransfer.types.includes('text/plain') && !hasFiles(dataTransfer));

  return {
    over,
    start(event: DragEvent, index: number, text: string): void {
      event.dataTransfer.setData(type, JSON.stringify({ from: field, index }));
      event.dataTransfer.setData('text/plain', text);
      event.dataTransfer.effectAllowed = 'copyMove';
    },
    target: {
      onDragOver(event: DragEvent): void {
        if (!accepts(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = event.dataTransfer.types.includes(type) ? 'move' : 'copy';
        setOver(true);
      },
      onDragLeave(event: DragEvent): void {
        if (hasLeft(event)) setOver(false);
      },
      onDrop(event: DragEvent): void {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        const own = event.dataTransfer.getData(type);
        const text = event.dataTransfer.getData('text/plain');
        if (own) {
          const { from, index }: { from: RecipientField; index: number } = JSON.parse(own);
          onMove(from, index, field, placeOf(event));
        } else if (isRecipientList(text)) {
          onAdd(text);
        }
      },
    },
  };
}

/** On a tag, the position before it; elsewhere the end. */
function placeOf({ target }: DragEvent): number | undefined {
  const tag = target instanceof Element ? target.closest<HTMLElement>('[data-tag]') : null;
  return tag ? Number(tag.dataset.tag) : undefined;
}

function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}
