import { createStore } from '../../../lib/store.ts';

/** A file too large to be attached: its window, and its upload in the queue of the drive. */
type LargeUpload = { windowId: string; uploadKey: string };

/** By file keys. They outlive the components that show them: a minimised window continues its uploads. */
export const largeUploads = createStore<ReadonlyMap<string, LargeUpload>>(new Map());

export function setLargeUpload(fileKey: string, upload: LargeUpload | null): void {
  const next = new Map(largeUploads.get());
  if (upload === null) next.delete(fileKey);
  else next.set(fileKey, upload);
  largeUploads.set(next);
}
