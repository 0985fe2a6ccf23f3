import type { DriveFile } from '@bocau/contract/drive.ts';
import { type DragEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { after } from '../../lib/timers.ts';
import { useEntryDrop } from './drive-drag.ts';
import { isFolder, isTrashed, mayWrite } from './drive-kinds.ts';
import type { RowHandlers } from './use-row-handlers.ts';

/** How long a finger must rest to select the entry under it, and how far it may move meanwhile. */
const HELD_MS = 450;
const STILL_PX = 10;

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
  const touch = useRef<{ x: number; y: number; held: boolean } | null>(null);
  const byFinger = useRef(false);
  const stopWaiting = useRef(() => {});
  useEffect(() => () => stopWaiting.current(), []);

  return {
    over: drop.over,
    handlers: {
      ...drop.handlers,
      draggable: !renaming && !isTrashed(file),
      onDragStart: (event: DragEvent) => handlers.drag(file, event.dataTransfer),
      onDragEnd: handlers.dragEnd,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        byFinger.current = event.pointerType === 'touch';
        // A long press would start dragging it instead of selecting it.
        event.currentTarget.draggable = !byFinger.current && !renaming && !isTrashed(file);
        touch.current = byFinger.current ? { x: event.clientX, y: event.clientY, held: false } : null;
        stopWaiting.current();
        if (!byFinger.current || renaming) return;
        stopWaiting.current = after(HELD_MS, () => {
          if (!touch.current) return;
          touch.current.held = true;
          navigator.vibrate?.(10);
          handlers.toggle(file, false);
        });
      },
      onPointerMove(event: PointerEvent) {
        const from = touch.current;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX)
          stopWaiting.current();
      },
      onPointerUp: () => stopWaiting.current(),
      onPointerCancel: () => stopWaiting.current(),
      onContextMenu(event: MouseEvent) {
        if (renaming) return;
        event.preventDefault();
        if (touch.current) return;
        handlers.menu(file, new DOMRect(event.clientX, event.clientY, 0, 0));
      },
      onClick(event: MouseEvent) {
        if (renaming) return;
        const tap = touch.current;
        touch.current = null;
        if (tap?.held) return;
        if (event.shiftKey) handlers.toggle(file, true);
        else if (event.ctrlKey || event.metaKey || (tap && picking)) handlers.toggle(file, false);
        else if (tap) handlers.open(file);
        else handlers.focus(file);
      },
      onDoubleClick() {
        // The first tap has opened it already, and the second may belong to another list.
        if (!renaming && !byFinger.current) handlers.open(file);
      },
    },
  };
}
