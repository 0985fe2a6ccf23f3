import type { Folder } from '@bocau/contract/folders.ts';
import { type DragEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { hasLeft, useDropTarget } from '../../ui/use-drop-target.ts';
import { carriesThreads, dropOnFolder, mayTakeThreads } from '../thread-actions/thread-drag.ts';
import { openFolder } from './open-folders.ts';

const OPENS_AFTER_MS = 700;

/** Makes a sidebar line a drop target for threads; hovering over it expands its subfolders. */
export function useThreadDrop(folder: Folder | null) {
  const { t } = useTranslation();
  const model = useMailModel();
  const stopOpening = useRef(() => {});
  useEffect(() => () => stopOpening.current(), []);
  const { over, handlers } = useDropTarget({
    effectOf: (data) => (folder && carriesThreads(data) && mayTakeThreads(folder) ? 'move' : null),
    onDrop(data) {
      if (folder) dropOnFolder(model, data, folder, folderWords(t, folder.display_name));
    },
  });

  return {
    over,
    handlers: {
      ...handlers,
      onDragEnter(event: DragEvent) {
        if (!folder || !carriesThreads(event.dataTransfer)) return;
        handlers.onDragEnter(event);
        stopOpening.current();
        if (folder.children.length > 0) {
          stopOpening.current = after(OPENS_AFTER_MS, () => openFolder(folder.id, true));
        }
      },
      onDragLeave(event: DragEvent) {
        if (hasLeft(event)) stopOpening.current();
        handlers.onDragLeave(event);
      },
      onDrop(event: DragEvent) {
        stopOpening.current();
        handlers.onDrop(event);
      },
    },
  };
}
