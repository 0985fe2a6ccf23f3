import type { DriveFile } from '@bocau/contract/drive.ts';
import { type DragEvent, useState } from 'react';
import { isSharedRoot } from '../../model/drive/drive-operations.ts';
import { useDriveModel } from '../../parts/drive/use-drive.ts';
import { showDragImage } from '../../ui/rows/drag-image.ts';
import { hasLeft } from '../../ui/use-drop-target.ts';
import { moveFiles, trashFiles } from './drive-acts.ts';
import { isTrashed, mayWrite } from './drive-kinds.ts';

const DRIVE_DRAG_TYPE = 'application/x-bocau-files';

/** Kept by reference, not in the drag data: a drag from another window may name entries unknown here. */
let dragged: readonly DriveFile[] | null = null;

export function startDriveDrag(data: DataTransfer, files: readonly DriveFile[], words: string): void {
  dragged = files;
  data.setData(DRIVE_DRAG_TYPE, files.map(({ id }) => id).join('\n'));
  data.effectAllowed = 'move';
  showDragImage(data, words);
}

export function endDriveDrag(): void {
  dragged = null;
}

function carriesEntries(data: DataTransfer): boolean {
  return data.types.includes(DRIVE_DRAG_TYPE);
}

/** A folder by its id and name, where null is the top; or the trash. */
export type DropPlace = { id: string | null; name: string } | 'trash';

/** Makes an element a drop target for dragged entries; null where nothing can be dropped. */
export function useEntryDrop(place: DropPlace | null) {
  const model = useDriveModel();
  const [over, setOver] = useState(false);

  function takes(): boolean {
    if (!place || !dragged) return false;
    if (place === 'trash')
      return dragged.every((file) => !isTrashed(file) && (mayWrite(file) || isSharedRoot(file)));
    if (!dragged.every((file) => mayWrite(file) && !isSharedRoot(file))) return false;
    return dragged.some(({ id, parent_id: from }) => id !== place.id && from !== place.id);
  }

  function hover(event: DragEvent): void {
    if (!carriesEntries(event.dataTransfer) || !takes()) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  }

  return {
    over,
    handlers: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave: (event: DragEvent) => {
        if (hasLeft(event)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!place || !dragged || !carriesEntries(event.dataTransfer) || !takes()) return;
        event.preventDefault();
        event.stopPropagation();
        const files = dragged;
        endDriveDrag();
        if (place === 'trash') trashFiles(model, files);
        else moveFiles(model, files, place);
      },
    },
  };
}
