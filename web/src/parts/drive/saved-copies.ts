import type { File } from '@bocau/contract/messages.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

type Copy = NonNullable<File['drive_file']>;

/** Saved since their messages were read, by the ids of the attachments; `saving` while the answer is awaited. */
export const savedCopies = createStore<ReadonlyMap<string, Copy | 'saving'>>(new Map());

export function setCopy(fileId: string, copy: Copy | 'saving' | null): void {
  const next = new Map(savedCopies.get());
  if (copy === null) next.delete(fileId);
  else next.set(fileId, copy);
  savedCopies.set(next);
}

/** Its copy in the drive, where it has one. */
export function useCopyOf(file: File): Copy | 'saving' | null {
  const known = useSyncExternalStore(savedCopies.subscribe, savedCopies.get);
  return known.get(file.id) ?? file.drive_file;
}
