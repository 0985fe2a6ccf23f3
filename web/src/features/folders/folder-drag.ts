import type { Folder } from '@bocau/contract/folders.ts';

const FOLDER_DRAG_TYPE = 'application/x-bocau-folder';

let dragged: Folder | null = null;

export function startFolderDrag(data: DataTransfer, folder: Folder): void {
  dragged = folder;
  data.setData(FOLDER_DRAG_TYPE, folder.id);
  data.effectAllowed = 'move';
}

export function endFolderDrag(): void {
  dragged = null;
}

/** The dragged folder; null for a drag of something else, or from another window. */
export function draggedFolder(data: DataTransfer): Folder | null {
  return data.types.includes(FOLDER_DRAG_TYPE) ? dragged : null;
}
