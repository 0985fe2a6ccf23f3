import { type DragEvent, useState } from 'react';
import { holdsFiles, readDropped } from '../../parts/uploads/read-dropped.ts';
import { useUploadQueue } from '../../parts/uploads/use-uploads.ts';

/** Makes a list a drop target for files from the desktop; `null` where nothing can be dropped. */
export function useUploadDrop(folder: { id: string | null } | null) {
  const queue = useUploadQueue();
  const [over, setOver] = useState(false);

  function hover(event: DragEvent): void {
    if (!holdsFiles(event.dataTransfer)) return;
    // Even where files can't be dropped, the browser must not navigate to one.
    event.preventDefault();
    event.dataTransfer.dropEffect = folder ? 'copy' : 'none';
    setOver(folder !== null);
  }

  return {
    over,
    handlers: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave(event: DragEvent) {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        if (!folder) return;
        void readDropped(event.dataTransfer).then((sources) => queue.add(sources, folder.id));
      },
    },
  };
}
