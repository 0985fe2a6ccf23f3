import type { Folder } from '@bocau/contract/folders.ts';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { after } from '../../lib/timers.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { hasLeft } from '../../ui/use-drop-target.ts';
import { draggedFolder } from './folder-drag.ts';
import { type Spot, spotOfDrop, type Zone, zoneOf } from './folder-spots.ts';
import { openFolder } from './open-folders.ts';
import { usePlaceFolder } from './use-place-folder.ts';

const OPENS_AFTER_MS = 700;

/** Makes a sidebar line a drop target for folders: into it, or before or after it. */
export function useFolderDrop(target: Folder | null, open: boolean) {
  const model = useMailModel();
  const place = usePlaceFolder();
  const [zone, setZone] = useState<Zone | null>(null);
  const stopOpening = useRef<(() => void) | null>(null);
  useEffect(() => () => stopOpening.current?.(), []);

  function leave() {
    stopOpening.current?.();
    stopOpening.current = null;
    setZone(null);
  }

  function found(event: DragEvent): { folder: Folder; zone: Zone; spot: Spot } | null {
    const folder = draggedFolder(event.dataTransfer);
    if (!folder || !target) return null;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const meant = zoneOf(target, (event.clientY - top) / height);
    const spot = spotOfDrop(model.folders(), folder, { target, zone: meant, open });
    return spot && { folder, zone: meant, spot };
  }

  return {
    zone,
    handlers: {
      onDragOver(event: DragEvent) {
        const drop = found(event);
        if (!drop) {
          if (zone !== null) leave();
          return;
        }
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setZone(drop.zone);
        const opens = drop.zone === 'inside' && !open && target !== null && target.children.length > 0;
        if (opens) stopOpening.current ??= after(OPENS_AFTER_MS, () => openFolder(target.id, true));
      },
      onDragLeave(event: DragEvent) {
        if (hasLeft(event)) leave();
      },
      onDrop(event: DragEvent) {
        const drop = found(event);
        leave();
        if (!drop) return;
        event.preventDefault();
        void place(drop.folder, drop.spot);
      },
    },
  };
}

/** The heading of the user's own folders: a folder dropped there moves to the top level. */
export function useTopDrop() {
  const place = usePlaceFolder();
  const [over, setOver] = useState(false);
  const within = (event: DragEvent) => {
    const folder = draggedFolder(event.dataTransfer);
    return folder && folder.parentName !== null ? folder : null;
  };
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!within(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        const folder = within(event);
        setOver(false);
        if (!folder) return;
        event.preventDefault();
        void place(folder, { parent: null });
      },
    },
  };
}
