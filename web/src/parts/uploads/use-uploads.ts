import { createContext, useContext, useSyncExternalStore } from 'react';
import type { UploadItem, UploadQueue } from '../../model/drive/uploads/upload-item.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useSessionModel } from '../session/use-session-model.ts';
import { uploadsOf } from './browser-uploads.ts';

/** A queue other than the page's own: null where there is none. */
export const UploadQueueContext = createContext<UploadQueue | null>(null);

/**
 * How a screen uploads into the drive; nothing has to be provided around it but the session.
 *
 *   const queue = useUploadQueue();
 *   queue.add(await chooseFiles(), folderId);                 // choose-files.ts
 *   queue.add(await readDropped(event.dataTransfer), folderId); // read-dropped.ts; folders too
 *   <UploadPanel />                                            // upload-panel.tsx: once a screen; nothing while empty
 *
 * `useUploads()` gives the items, each with what it became (`entryId`). Words are among the later ones.
 */
export function useUploadQueue(): UploadQueue {
  const given = useContext(UploadQueueContext);
  const [api, session] = [useApi(), useSessionModel()];
  return given ?? uploadsOf(api, session.user()?.email ?? '');
}

/** Rerenders when any upload changes. */
export function useUploads(): readonly UploadItem[] {
  const queue = useUploadQueue();
  return useSyncExternalStore(queue.subscribe, queue.items);
}
