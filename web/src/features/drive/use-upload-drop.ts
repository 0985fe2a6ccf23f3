import { holdsFiles, readDropped } from '../../parts/uploads/read-dropped.ts';
import { useUploadQueue } from '../../parts/uploads/use-uploads.ts';
import { useDropTarget } from '../../ui/use-drop-target.ts';

/** Makes a list a drop target for files from the desktop; `null` where nothing can be dropped. */
export function useUploadDrop(folder: { id: string | null } | null) {
  const queue = useUploadQueue();
  return useDropTarget({
    // Even where files can't be dropped, the browser must not navigate to one.
    effectOf: (data) => (holdsFiles(data) ? (folder ? 'copy' : 'none') : null),
    onDrop(data) {
      if (folder) void readDropped(data).then((sources) => queue.add(sources, folder.id));
    },
  });
}
