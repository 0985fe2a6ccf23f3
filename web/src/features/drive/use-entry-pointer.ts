import type { DriveFile } from '@bocau/contract/drive.ts';
import { type DragEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import { useLongPress } from '../../ui/rows/use-long-press.ts';
import { useEntryDrop } from './drive-drag.ts';
import { isFolder, isTrashed, mayWrite } from './drive-kinds.ts';
import type { RowHandlers } from './use-row-handlers.ts';

/**
 * Pointer handlers of an entry. A mouse click moves the cursor there and a double click opens, as on a
 * desktop; a tap opens, a long press selects, and while anything is selected each tap selects.
 */
export function useEntryPointer(
  file: DriveFile,
  { renaming, picking }: { renaming: boolean; picking: boolean },
  handlers: RowHandlers,
) {
  const drop = useEntryDrop(
    isFolder(file) && !isTrashed(file) && mayWrite(file) ? { id: file.id, name: file.name } : null,
  );
  const press = useLongPress(renaming ? null : () => handlers.toggle(file, false));
  const byFinger = useRef(false);

  return {
    over: drop.over,
    handlers: {
      ...drop.handlers,
      ...press.handlers,
      draggable: !renaming && !isTrashed(file),
      onDragStart: (event: DragEvent) => handlers.drag(file, event.dataTransfer),
      onDragEnd: handlers.dragEnd,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        byFinger.current = event.pointerType === 'touch';
        // A long press would start dragging it instead of selecting it.
        event.currentTarget.draggable = !byFinger.current && !renaming && !isTrashed(file);
        press.handlers.onPointerDown(event);
      },
      onContextMenu(event: MouseEvent) {
        if (renaming) return;
        event.preventDefault();
        if (press.isTouched()) return;
        handlers.menu(file, new DOMRect(event.clientX, event.clientY, 0, 0));
      },
      onClick(event: MouseEvent) {
        if (renaming) return;
        const touch = press.end();
        if (touch === 'held') return;
        if (event.shiftKey) handlers.toggle(file, true);
        else if (event.ctrlKey || event.metaKey || (touch === 'tap' && picking)) handlers.toggle(file, false);
        else if (touch === 'tap') handlers.open(file);
        else handlers.focus(file);
      },
      onDoubleClick() {
        // The first tap has opened it already, and the second may belong to another list.
        if (!renaming && !byFinger.current) handlers.open(file);
      },
    },
  };
}
