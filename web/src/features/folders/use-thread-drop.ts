import type { Folder } from '@bocau/contract/folders.ts';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { carriesThreads, dropOnFolder, mayTakeThreads } from '../thread-actions/thread-drag.ts';
import { openFolder } from './open-folders.ts';

const OPENS_AFTER_MS = 700;

/** Makes a sidebar line a drop target for threads; hovering over it expands its subfolders. */
export function useThreadDrop(folder: Folder | null) {
  const { t } = useTranslation();
  const model = useMailModel();
  const [over, setOver] = useState(false);
  const stopOpening = useRef(() => {});
  useEffect(() => () => stopOpening.current(), []);

  function leave() {
    stopOpening.current();
    setOver(false);
  }

  function hover(event: DragEvent) {
    if (!folder || !carriesThreads(event.dataTransfer) || !mayTakeThreads(folder)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  }

  return {
    over,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!folder || !carriesThreads(event.dataTransfer)) return;
        hover(event);
        stopOpening.current();
        if (folder.children.length > 0) {
          stopOpening.current = after(OPENS_AFTER_MS, () => openFolder(folder.id, true));
        }
      },
      onDragOver: hover,
      onDragLeave(event: DragEvent) {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) leave();
      },
      onDrop(event: DragEvent) {
        leave();
        if (!folder || !carriesThreads(event.dataTransfer)) return;
        event.preventDefault();
        dropOnFolder(model, event.dataTransfer, folder, folderWords(t, folder.display_name));
      },
    },
  };
}
