import { createStore } from '../../../lib/store.ts';

/** Of a file that is too large to be attached: its window, and its upload in the queue of the drive. */
type LargeUpload = { windowId: string; uploadKey: string };

/** By the keys of the files. They outlive what shows them: a window that is put aside goes on with its own. */
export const largeUploads = createStore<ReadonlyMap<string, LargeUpload>>(new Map());

export function setLargeUpload(fileKey: string, upload: LargeUpload | null): void {
  const next = new Map(largeUploads.get());
  if (upload === null) next.delete(fileKey);
  else next.set(fileKey, upload);
  largeUploads.set(next);
}
