import { createContext, useContext, useSyncExternalStore } from 'react';
import type { UploadItem, UploadQueue } from '../../model/drive/uploads/upload-item.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useSessionModel } from '../session/use-session-model.ts';
import { uploadsOf } from './browser-uploads.ts';

/** A queue other than the page's own: null where there is none. */
export const UploadQueueContext = createContext<UploadQueue | null>(null);

/**
 * The queue by which a screen uploads to the drive; it needs no provider but the session.
 *
 *   const queue = useUploadQueue();
 *   queue.add(await chooseFiles(), folderId);                   // choose-files.ts
 *   queue.add(await readDropped(event.dataTransfer), folderId); // read-dropped.ts; folders too
 *   <UploadPanel />                                             // upload-panel.tsx: once per screen
 *
 * `useUploads()` returns the items, each with the entry it created (`entryId`). The texts are loaded later.
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
